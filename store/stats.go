package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Stats counts what a database holds. Kinds are named as [Kind.String] names them.
type Stats struct {
	Servers   int            // of which there is anything
	Members   int            // who are known
	Forgotten int            // who are not any more
	Open      map[string]int // open games by kind
	Results   map[string]int // by kind
	Days      int            // of Adaman that are drawn

	Bytes    int64 // of the file
	PageSize int
	Pages    int // that have been used, the free ones included
	Free     int // that will be used again; -1 if the file does not say
}

// StatsOf counts what the database at path holds. If another process has it open,
// that one counts: see [Store.Answer]. Errors are those of [Copy].
func StatsOf(ctx context.Context, path string) (st Stats, err error) {
	var text bytes.Buffer
	_, err = fetch(ctx, path, askStats, &text)
	if err == nil {
		if err = json.Unmarshal(text.Bytes(), &st); err != nil {
			err = fmt.Errorf("the bot's answer cannot be understood; is it another version? (%w)", err)
		}
		return st, err
	}
	if !errors.Is(err, errNobody) {
		return st, err
	}
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return st, err
	}
	defer s.Close()
	return s.Stats(ctx)
}

// Stats counts what the store holds. Players play on meanwhile.
func (s *Store) Stats(ctx context.Context) (st Stats, err error) {
	b, err := s.beginLong(ctx)
	if err != nil {
		return st, err
	}
	defer func() { _ = b.Rollback() }()
	info, err := os.Stat(s.path)
	if err != nil {
		return st, openError(err)
	}
	st.Bytes, st.PageSize = info.Size(), b.DB().Info().PageSize
	st.Pages = int(b.Size() / int64(st.PageSize))
	if s.readOnly {
		if st.Free, err = freePages(s.path); err != nil {
			return st, err
		}
	} else {
		is := b.DB().Stats()
		st.Free = is.FreePageN + is.PendingPageN
	}
	tx, err := newTx(b)
	if err != nil {
		return st, err
	}
	return st, tx.run(func(tx *Tx) error { return st.count(ctx, tx) })
}

func (s *Store) statsText(ctx context.Context) ([]byte, error) {
	st, err := s.Stats(ctx)
	if err != nil {
		return nil, err
	}
	return json.Marshal(st)
}

func (st *Stats) count(ctx context.Context, tx *Tx) error {
	guilds, err := tx.Guilds()
	if err != nil {
		return err
	}
	st.Servers = len(guilds)
	for k, v := range tx.scan(inPlayers, nil) {
		p := Profile{Player: Player(number(k))}
		if err := decode(inPlayers, k, v, &p); err != nil {
			return err
		}
		if p.ID == 0 {
			st.Forgotten++
		} else {
			st.Members++
		}
	}
	st.Open, st.Results = map[string]int{}, map[string]int{}
	for k, v := range tx.scan(inGames, nil) {
		g, err := decodeGame(k, v)
		if err != nil {
			return err
		}
		st.Open[g.Kind.String()]++
	}
	for k, v := range tx.scan(inResults, nil) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := decodeResult(k, v)
		if err != nil {
			return err
		}
		st.Results[r.Kind.String()]++
	}
	for range tx.scan(inDays, nil) {
		st.Days++
	}
	return nil
}

// freePages reads how many pages are free in a file to which nobody writes.
func freePages(path string) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, openError(err)
	}
	defer f.Close()
	m, err := readMeta(f)
	if err != nil || m.freelist == noFreelist {
		return -1, err
	}
	head := make([]byte, pageHead+8)
	if _, err := f.ReadAt(head, int64(m.freelist)*m.pageSize); err != nil {
		return 0, readError(m.freelist, err)
	}
	n := page(head).count()
	if n == 0xffff { // then the number itself comes first
		n = int(binary.LittleEndian.Uint64(head[pageHead:]))
	}
	return n, nil
}
