package bot

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"windfall/store"
)

// When Discord says how long to wait before the next message, it is that long,
// and the first try leaves no doubt: the next one looks for nothing.
func TestAnAnnouncementWaitsAsLongAsDiscordSays(t *testing.T) {
	now := utc(2026, 12, 4, 20, 0, 0)
	kept, err := store.Open(filepath.Join(t.TempDir(), "windfall.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	var asked []string
	status, answer := http.StatusTooManyRequests, `{"message":"slow down","retry_after":600.5,"global":false}`
	b, err := New(Config{
		Token: "token", Store: Keep(kept), Clock: handClock{&now}, Random: bytes.NewReader(make([]byte, 1<<16)), Log: slog.New(slog.DiscardHandler),
		Client: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			asked = append(asked, r.Method)
			return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(answer)), Request: r, Header: http.Header{}}, nil
		})},
	})
	if err != nil {
		t.Fatal(err)
	}
	const guild = 900
	if err := b.store.Update(context.Background(), func(tx Tx) error {
		settings := guildSettings{Settings: store.Settings{Guild: guild, Due: now}}
		return settings.put(tx, scheduleSubject, &schedule{Channel: 901, At: 20 * 60, Zone: utcZone})
	}); err != nil {
		t.Fatal(err)
	}
	look := func() (due time.Time, s *schedule) {
		t.Helper()
		if err := b.store.View(context.Background(), func(tx Tx) error {
			settings, kept, err := readSchedule(tx, guild)
			due, s = settings.Due, kept
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return due, s
	}
	if err := b.announce(context.Background(), guild); err != nil {
		t.Fatal(err)
	}
	due, s := look()
	if !due.Equal(now.Add(600*time.Second+500*time.Millisecond)) || s.Pending == nil || !s.Pending.Doubt.IsZero() || fmt.Sprint(asked) != "[POST]" {
		t.Fatalf("due %v, pending %+v, asked %v", due, s.Pending, asked)
	}
	now, status, answer = due, http.StatusOK, `{"id":"77"}`
	if err := b.announce(context.Background(), guild); err != nil {
		t.Fatal(err)
	}
	due, s = look()
	if !due.Equal(utc(2026, 12, 5, 20, 0, 0)) || s.Pending != nil || fmt.Sprint(asked) != "[POST POST]" {
		t.Errorf("due %v, pending %+v, asked %v", due, s.Pending, asked)
	}
}

// What other subjects have in a server's settings stays as it is, also what this
// version knows nothing of.
func TestSettingsOfOtherSubjectsStay(t *testing.T) {
	now := utc(2026, 12, 4, 20, 0, 0)
	b := bench(t, &now, nil)
	if err := b.store.Update(context.Background(), func(tx Tx) error {
		if err := tx.PutSettings(&store.Settings{Guild: 900, Data: []byte(`{"language":{"is":"de","by":[1,2]},"schedule":{"at":480,"zone":"UTC","colour":"green"}}`)}); err != nil {
			return err
		}
		settings, s, err := readSchedule(tx, 900)
		if err != nil || s == nil || s.At != 480 {
			t.Errorf("the schedule is %+v, %v", s, err)
		}
		return settings.put(tx, scheduleSubject, nil)
	}); err != nil {
		t.Fatal(err)
	}
	if err := b.store.Update(context.Background(), func(tx Tx) error {
		settings, s, err := readSchedule(tx, 900)
		if err != nil || s != nil || string(settings.Data) != `{"language":{"is":"de","by":[1,2]}}` {
			t.Errorf("left are %s, %+v, %v", settings.Data, s, err)
		}
		settings.Data = []byte(`[]`)
		return tx.PutSettings(&settings.Settings)
	}); err != nil {
		t.Fatal(err)
	}
	if err := b.store.View(context.Background(), func(tx Tx) error {
		_, _, err := readSchedule(tx, 900)
		return err
	}); err == nil {
		t.Error("settings that cannot be read are read")
	}
}
