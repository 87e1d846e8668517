package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ahead is how far the clock of a kept sandbox has been moved ahead of the
// world's. It stands in a small file beside the database, because what is in
// the database was done at that time: a sandbox that is opened again is as far
// ahead as it was, so its time never goes back.
type ahead struct {
	file string // empty for a sandbox that is not kept
	by   time.Duration
}

// ErrClockFile says that the file beside the database, which knows how far its
// clock is ahead, cannot be used.
var ErrClockFile = errors.New("the sandbox's clock is not known")

// openAhead reads how far the clock of a database is ahead at this moment of the
// world's; not at all if it says nothing about it.
func openAhead(database string, now time.Time) (*ahead, error) {
	a := &ahead{file: database + ".clock"}
	text, err := os.ReadFile(a.file)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrClockFile, err)
	}
	a.by, err = time.ParseDuration(strings.TrimSpace(string(text)))
	if err != nil || a.by < 0 {
		return nil, fmt.Errorf("%w: %s holds no time such as 36h0m0s", ErrClockFile, a.file)
	}
	if a.by > 0 && now.Add(a.by).After(latest) {
		return nil, fmt.Errorf("%w: %s puts it further ahead than the year %d", ErrClockFile, a.file, latest.Year())
	}
	return a, nil
}

// move keeps that the clock will be ahead by d more. It is called before the
// clock moves: whatever happens then, the time kept is not too little.
func (a *ahead) move(d time.Duration) error {
	by := a.by + d
	if a.file == "" {
		a.by = by
		return nil
	}
	temp, err := os.CreateTemp(filepath.Dir(a.file), filepath.Base(a.file)+".")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrClockFile, err)
	}
	_, err = fmt.Fprintln(temp, by)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), a.file)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrClockFile, errors.Join(err, os.Remove(temp.Name())))
	}
	a.by = by
	return nil
}
