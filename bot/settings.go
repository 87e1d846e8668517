package bot

import (
	"encoding/json"
	"errors"
	"fmt"

	"windfall/store"
)

// guildSettings are the settings of one server as they are kept: a JSON object
// with a member for each subject. Whoever changes one subject leaves the others
// as they are, also those that this version does not know.
type guildSettings struct {
	store.Settings
	subjects map[string]json.RawMessage
}

// readSettings reads the settings of a server; one that has none has decided
// nothing.
func readSettings(tx Tx, guild store.ID) (guildSettings, error) {
	kept, err := tx.Settings(guild)
	if errors.Is(err, store.ErrNotFound) {
		kept, err = store.Settings{Guild: guild}, nil
	}
	s := guildSettings{Settings: kept}
	if err == nil && len(kept.Data) > 0 {
		if err = json.Unmarshal(kept.Data, &s.subjects); err != nil {
			err = fmt.Errorf("read the settings of server %d: %w", guild, err)
		}
	}
	return s, err
}

// get reads what is decided about a subject, and reports whether anything is.
func (s *guildSettings) get(subject string, into any) (bool, error) {
	kept, is := s.subjects[subject]
	if !is {
		return false, nil
	}
	if err := json.Unmarshal(kept, into); err != nil {
		return false, fmt.Errorf("read the %s of server %d: %w", subject, s.Guild, err)
	}
	return true, nil
}

// put keeps what is decided about a subject, nil for nothing, and with it when
// the bot is to be reminded.
func (s *guildSettings) put(tx Tx, subject string, decided any) error {
	if s.subjects == nil {
		s.subjects = map[string]json.RawMessage{}
	}
	delete(s.subjects, subject)
	if decided != nil {
		kept, err := json.Marshal(decided)
		if err != nil {
			return fmt.Errorf("write the %s of server %d: %w", subject, s.Guild, err)
		}
		s.subjects[subject] = kept
	}
	data, err := json.Marshal(s.subjects)
	if err != nil {
		return fmt.Errorf("write the settings of server %d: %w", s.Guild, err)
	}
	s.Data = data
	return tx.PutSettings(&s.Settings)
}
