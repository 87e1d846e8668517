package store

import (
	"os"
	"path/filepath"
	"testing"
)

// What a database holds is counted the same by the process that has it open and
// from its file, and the pages are those that bbolt knows.
func TestADatabaseIsCounted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "windfall.db")
	if err := os.WriteFile(path, sample(t), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, path)
	for guild := ID(5000); guild < 5100; guild++ {
		putSettings(t, s, guild)
	}
	update(t, s, func(tx *Tx) error {
		for guild := ID(5000); guild < 5100; guild++ {
			if err := tx.DropSettings(guild); err != nil {
				return err
			}
		}
		return nil
	})
	putSettings(t, s, 5200)
	stop := answering(t, s)
	hot, err := StatsOf(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	cold, err := StatsOf(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if cold.Servers != hot.Servers || cold.Members != hot.Members || cold.Days != 1 || cold.Results["robot"] != 1 || hot.Results["robot"] != 1 || cold.Open["daily"] != 2 {
		t.Errorf("counted is\n%+v by the bot and\n%+v from the file", hot, cold)
	}
	if cold.Free < 50 || cold.Free > cold.Pages || hot.Free != cold.Free || cold.Pages != hot.Pages || int64(cold.Pages*cold.PageSize) > cold.Bytes {
		t.Errorf("pages are\n%+v by the bot and\n%+v from the file", hot, cold)
	}
}
