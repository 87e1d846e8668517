package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// This file keeps the last few copies in a folder. Their names say when they were
// made, in UTC, so that their order is that of time: windfall-20261204T180000Z.db.

// stampForm is how a copy's name gives its time.
const stampForm = "20060102T150405Z"

// copyName is the name of a copy of the database at path.
func copyName(path string, made time.Time) string {
	return copyStem(path) + "-" + made.UTC().Format(stampForm) + ".db"
}

func copyStem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// A shelved is a copy that stands in the folder.
type shelved struct {
	name string
	made time.Time
}

// shelf lists the copies of the database in a folder, the oldest first, and what is
// left of copies that a killed process has begun. It knows its own by their names;
// whatever else is there is nobody's business.
func (s *Store) shelf(folder string) (whole []shelved, left []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, openError(err)
	}
	ours := regexp.MustCompile(`^` + regexp.QuoteMeta(copyStem(s.path)) + `-(\d{8}T\d{6}Z)\.db(\.\d+\.part)?$`)
	for _, e := range entries {
		m := ours.FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() {
			continue
		}
		made, err := time.Parse(stampForm, m[1])
		switch {
		case err != nil:
		case m[2] != "":
			left = append(left, e.Name())
		default:
			whole = append(whole, shelved{e.Name(), made})
		}
	}
	slices.SortFunc(whole, func(a, b shelved) int { return a.made.Compare(b.made) })
	return whole, left, nil
}

// LatestBackup returns when the newest copy was made that [Store.BackupInto] has
// put into a folder, and false if there is none.
func (s *Store) LatestBackup(folder string) (made time.Time, yes bool, err error) {
	whole, _, err := s.shelf(folder)
	if err != nil || len(whole) == 0 {
		return time.Time{}, false, err
	}
	return whole[len(whole)-1].made, true, nil
}

// BackupInto makes a copy in a folder, as [Store.BackupFile] does, with now in its
// name, and returns the file. Then it removes the oldest of such copies until there
// are no more than keep, and never the new one. Only if a copy is whole and safe is
// another removed. The folder is for the copies of one database.
func (s *Store) BackupInto(ctx context.Context, folder string, now time.Time, keep int) (file string, err error) {
	whole, left, err := s.shelf(folder)
	if err != nil {
		return "", fmt.Errorf("look into the folder for backups: %w", err)
	}
	for _, name := range left { // they take room that the new one needs
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return "", fmt.Errorf("remove a backup that was not completed: %w", openError(err))
		}
	}
	file = filepath.Join(folder, copyName(s.path, now))
	if _, err := s.BackupFile(ctx, file); err != nil {
		return "", err
	}
	for len(whole) >= max(1, keep) {
		if err := os.Remove(filepath.Join(folder, whole[0].name)); err != nil {
			return file, fmt.Errorf("remove the oldest backup: %w", openError(err))
		}
		whole = whole[1:]
	}
	return file, nil
}
