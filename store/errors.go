package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// Errors of [Open]. Each comes wrapped in a text that names the file and says
// what to do.
var (
	// ErrLocked says that another process has the database open.
	ErrLocked = errors.New("database is in use")

	// ErrForeign says that the file is something else than a Windfall
	// database. It has not been touched.
	ErrForeign = errors.New("not a Windfall database")

	// ErrMark says that the file is a Windfall database of another sort than
	// [Options.Mark] asks for, such as a sandbox's.
	ErrMark = errors.New("a database of another sort")

	// ErrNewer says that the file was written by a later Windfall.
	ErrNewer = errors.New("database is from a newer Windfall")

	// ErrOlder says that the file must first be brought up to date, which
	// opening it read-only does not do.
	ErrOlder = errors.New("database is from an older Windfall")

	// ErrNotFile says that the path leads to a directory or a device.
	ErrNotFile = errors.New("not a file")

	// ErrUnwritable says that the file cannot be opened or created for want
	// of permission, of its directory, or of a writable file system.
	ErrUnwritable = errors.New("database cannot be written")
)

// ErrExists says that there is a file already where a new one was to be put. It
// has not been touched.
var ErrExists = errors.New("there is such a file already")

// Errors of a [Store] at work.
var (
	// ErrDamaged says that the file holds something that Windfall cannot
	// have written. Where a single value is damaged, only what needs that
	// value fails; where the file's structure is, everything does from then
	// on.
	ErrDamaged = errors.New("database is damaged")

	// ErrFull says that the disk had no room for the transaction. Nothing of
	// it was kept; the same transaction works once there is room again.
	ErrFull = errors.New("disk is full")

	// ErrWrite says that the disk refused the transaction for another reason
	// than want of room. Unless the text says otherwise nothing was kept.
	ErrWrite = errors.New("database could not be written")

	// ErrClosed says that the store has been closed.
	ErrClosed = errors.New("database is closed")

	// ErrReadOnly says that a store or a transaction that can only read was
	// asked to write.
	ErrReadOnly = errors.New("database is open for reading only")
)

// Errors of the methods of [Tx].
var (
	// ErrNotFound says that nothing is kept under that number, id or key.
	ErrNotFound = errors.New("not found")

	// ErrInvalid says that a value must not be kept as it is. The text says
	// what is wrong with it.
	ErrInvalid = errors.New("invalid value")

	// ErrConflict says that the value has changed since the caller read it.
	// Nothing was written; read it again.
	ErrConflict = errors.New("changed in the meantime")

	// ErrTaken says that another open game has that channel, kind and owner.
	ErrTaken = errors.New("there is such a game already")

	// ErrAttempted says that the player has begun that day's deal already,
	// here or elsewhere.
	ErrAttempted = errors.New("this day's deal has been begun already")

	// ErrEnded says that the game has ended. Its result can be read with
	// [Tx.ResultOf].
	ErrEnded = errors.New("the game has ended")

	// ErrGone says that the game was dropped without a result. The error is
	// a [*GoneError], which knows why.
	ErrGone = errors.New("the game is gone")

	// ErrDrawn says that a day's deal is kept already and must not change.
	ErrDrawn = errors.New("this day's deal is drawn already")
)

// A GoneError says why there is no such game any more. It is an [ErrGone].
type GoneError struct {
	Game   uint64
	Reason GoneReason
}

func (e *GoneError) Error() string {
	return fmt.Sprintf("game %d: %v (%v)", e.Game, ErrGone, e.Reason)
}

// Is reports whether target is [ErrGone].
func (e *GoneError) Is(target error) bool { return target == ErrGone }

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// writeError sorts the error of a failed commit. bbolt passes some errors on
// as text only, so the text is looked at too.
func writeError(err error) error {
	if isFull(err) {
		return fmt.Errorf("%w; nothing was kept, free some space and try again (%w)", ErrFull, err)
	}
	return fmt.Errorf("%w; nothing was kept (%w)", ErrWrite, err)
}

// isFull reports whether there was no room.
func isFull(err error) bool {
	for _, full := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT} {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}

// openError sorts the error of an attempt to open a file.
func openError(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: check who owns the file and its directory (%w)", ErrUnwritable, err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w: its directory does not exist (%w)", ErrUnwritable, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w (%w)", ErrFull, err)
	}
	return err
}
