package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeDoesNotHoldOpenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Open(path, Options{}); !errors.Is(err, ErrNotFile) {
		t.Error(err)
	}
}

func TestAFileWithoutPermissionIsRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "windfall.db")
	s := openStore(t, path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		// For the super-user there is no file without permission; so this
		// thread is somebody else as far as files are concerned.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			t.Skip(err)
		}
		defer func() { _ = syscall.Setfsuid(0) }()
		if _, err := os.Open(path); err == nil {
			t.Skip("NOT TESTED: a file without permission; nobody may read this one")
		}
	} else if err := os.Chmod(path, 0o000); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	if !errors.Is(err, ErrUnwritable) || !strings.Contains(err.Error(), "check who owns") {
		t.Error(err)
	}
}
