package bot

import (
	"context"

	"windfall/bot/text"
	"windfall/store"
)

// languageSubject is the language's name among the settings of a server.
const languageSubject = "language"

// spoken is the language of a server's public messages, as it is kept.
type spoken struct {
	Chosen string `json:"chosen,omitempty"` // the tag of what those who manage the server have decided on
	Seen   string `json:"seen,omitempty"`   // the tag of what Discord said was the server's own at the last press
}

// language returns what is spoken: what was chosen, or else the server's own.
func (s spoken) language() text.Language {
	if l, ok := text.LanguageOf(s.Chosen); ok {
		return l
	}
	l, _ := text.LanguageOf(s.Seen)
	return l
}

// languageOf returns the language of a server's public messages. It is what
// there is where no press says it.
func languageOf(tx Tx, guild store.ID) (text.Language, error) {
	s, _, err := readSpoken(tx, guild)
	return s.language(), err
}

func readSpoken(tx Tx, guild store.ID) (s spoken, settings guildSettings, err error) {
	if settings, err = readSettings(tx, guild); err == nil {
		_, err = settings.get(languageSubject, &s)
	}
	return s, settings, err
}

// listen finds out in which language the server of a press is spoken to. What
// Discord says of the server is kept if it has changed, for messages that no
// press is answered with.
func (p *press) listen(ctx context.Context) {
	if p.guild == 0 {
		return
	}
	var kept spoken
	err := p.store.View(ctx, func(tx Tx) (err error) {
		kept, _, err = readSpoken(tx, p.guild)
		return err
	})
	if err == nil && p.server != kept.language() && kept.Chosen == "" {
		seen := p.server.Tag()
		err = p.store.Update(ctx, func(tx Tx) error {
			now, settings, err := readSpoken(tx, p.guild)
			if err != nil || now.Seen == seen {
				return err
			}
			now.Seen, kept.Chosen = seen, now.Chosen
			kept.Seen = seen
			return settings.put(tx, languageSubject, now)
		})
	}
	if err != nil {
		p.log.Error("the language of a server cannot be read or kept", "server", p.guild, "error", err)
		return
	}
	if _, chosen := text.LanguageOf(kept.Chosen); chosen {
		p.server = kept.language()
	}
}
