package record

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"windfall/games"
	"windfall/games/adaman"
	"windfall/games/adameva"
)

// Load reads a record with or without a result, deals, replays its moves and
// checks all there is: the seal and that the deal follows from it, every move,
// and the result if there is one. An error that concerns a member or a move is
// an [*Error]; any other says that the text is not one JSON object. A byte order
// mark before it is passed over.
//
// A record has no room for anything else: members that are unknown, repeated or
// out of place are errors, and so is null.
func Load(text []byte) (*Record, error) {
	r, _, err := load(text)
	return r, err
}

// Verify is [Load] for the record of a finished game: a missing result is an
// error too.
func Verify(text []byte) (*Record, error) {
	r, hasResult, err := load(text)
	if err != nil {
		return nil, err
	}
	if !hasResult {
		return nil, &Error{"result", errMissing}
	}
	return r, nil
}

func load(text []byte) (r *Record, hasResult bool, err error) {
	text = bytes.TrimPrefix(text, []byte(mark))
	var w wire
	if err := unmarshal("", text, &w); err != nil {
		return nil, false, err
	}
	if err := findNull(text); err != nil {
		return nil, false, err
	}
	var format, game string
	if err := member("format", w.Format, &format); err != nil {
		return nil, false, err
	}
	if format != Format {
		return nil, false, wrong("format", "this is %.32q, not %q", format, Format)
	}
	if err := member("game", w.Game, &game); err != nil {
		return nil, false, err
	}
	r = new(Record)
	switch game {
	case AdamEva:
		err = r.loadAdamEva(&w)
	case Adaman:
		err = r.loadAdaman(&w)
	default:
		err = wrong("game", "no game is called %.32q", game)
	}
	if err == nil && w.Result != nil {
		err = r.checkResult(w.Result)
	}
	if err != nil {
		return nil, false, err
	}
	return r, w.Result != nil, nil
}

// mark is the byte order mark, with which some editors begin a file.
const mark = "\ufeff"

// What may be wrong with any member.
var (
	errMissing   = errors.New("missing")
	errTwice     = errors.New("it stands there twice")
	errUnknown   = errors.New("unknown")
	errNull      = errors.New("null is no value")
	errCharacter = errors.New("it holds something that is no character")

	errNoObject = errors.New("this is not a JSON object")
)

// member reads a member that must be there.
func member(name string, value jsontext.Value, to any) error {
	if value == nil {
		return &Error{name, errMissing}
	}
	return unmarshal(name, value, to)
}

// none checks that a member which only other games have is not there.
func none(name string, value jsontext.Value) error {
	if value != nil {
		return wrong(name, "a record of this game has none")
	}
	return nil
}

func (r *Record) loadSeats(w *wire, count int) error {
	if err := member("seats", w.Seats, &r.Seats); err != nil {
		return err
	}
	if len(r.Seats) != count {
		return wrong("seats", "%d seats, not %d", len(r.Seats), count)
	}
	for i, name := range r.Seats {
		if err := checkSeat(i, name); err != nil {
			return err
		}
	}
	return nil
}

// checkSeat says what is wrong with a seat's text.
func checkSeat(i int, name string) error {
	part := fmt.Sprintf("seats[%d]", i)
	if n := utf8.RuneCountInString(name); n == 0 || n > MaxSeat {
		return wrong(part, "a seat's text has 1 to %d characters, this has %d", MaxSeat, n)
	}
	if strings.ContainsFunc(name, isControl) {
		return wrong(part, "a seat's text has no control characters and no line breaks")
	}
	return nil
}

// isControl finds what would command whatever shows a text, or break its line.
func isControl(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// loadSeal reads the seal, if there is one, and checks that it fits its secret.
func (r *Record) loadSeal(w *wire) error {
	if w.Seal == nil {
		return nil
	}
	var ws wireSeal
	if err := member("seal", w.Seal, &ws); err != nil {
		return err
	}
	secret, err := games.ParseSecret(ws.Secret)
	if err != nil {
		return &Error{"seal.secret", err}
	}
	if ws.SHA256 != secret.Seal() {
		return wrong("seal.sha256", "it does not fit the secret")
	}
	r.Seal = &Seal{secret, ws.With}
	return nil
}

var errOtherDeal = errors.New("it does not follow from the seal or the number")

func (r *Record) loadAdamEva(w *wire) error {
	var name string
	if err := member("variant", w.Variant, &name); err != nil {
		return err
	}
	variant, err := adameva.ParseVariant(name)
	if err != nil {
		return &Error{"variant", err}
	}
	if err := r.loadSeats(w, 2); err != nil {
		return err
	}
	if err := none("day", w.Day); err != nil {
		return err
	}
	if err := none("number", w.Number); err != nil {
		return err
	}
	if err := r.loadSeal(w); err != nil {
		return err
	}
	var wd wireAdamEvaDeal
	if err := member("deal", w.Deal, &wd); err != nil {
		return err
	}
	if wd.First == nil {
		return &Error{"deal.first", errMissing}
	}
	if len(wd.Rounds) != adameva.Rounds {
		return wrong("deal.rounds", "%d rounds, not %d", len(wd.Rounds), adameva.Rounds)
	}
	deal := adameva.Deal{First: *wd.First}
	for i, round := range wd.Rounds {
		deal.Rounds[i] = adameva.RoundDeal{
			Apples: [4][2]int{round.Apples.R, round.Apples.Y, round.Apples.G, round.Apples.B},
			Hands:  round.Hands,
		}
	}
	if r.AdamEva, err = adameva.New(deal, variant); err != nil {
		return &Error{"deal", err}
	}
	if r.Seal != nil {
		id, found := strings.CutPrefix(r.Seal.With, "interaction ")
		n, err := strconv.ParseUint(id, 10, 64)
		if !found || err != nil || games.WithInteraction(n) != r.Seal.With {
			return wrong("seal.with", "%.48q is not the word interaction and an id", r.Seal.With)
		}
		if at := firstDifference(adameva.DealFrom(r.Seal.Secret.Stream(r.Seal.With), variant), deal); at != "" {
			return &Error{at, errOtherDeal}
		}
	}
	return replay(w.Moves, func(text string) error {
		m, err := adameva.ParseMove(text)
		if err != nil {
			return err
		}
		_, err = r.AdamEva.Play(m)
		return err
	})
}

// firstDifference names the first part in which a deal differs from the one
// that was drawn. Who is first does not count: a table may settle it in other
// ways than by the toss that is drawn with the deal.
func firstDifference(drawn, deal adameva.Deal) string {
	for i := range deal.Rounds {
		if deal.Rounds[i].Apples != drawn.Rounds[i].Apples {
			return fmt.Sprintf("deal.rounds[%d].apples", i)
		}
		if fmt.Sprint(deal.Rounds[i].Hands) != fmt.Sprint(drawn.Rounds[i].Hands) {
			return fmt.Sprintf("deal.rounds[%d].hands", i)
		}
	}
	return ""
}

func (r *Record) loadAdaman(w *wire) error {
	if err := none("variant", w.Variant); err != nil {
		return err
	}
	if err := r.loadSeats(w, 1); err != nil {
		return err
	}
	if err := r.loadDayOrNumber(w); err != nil {
		return err
	}
	if err := r.loadSeal(w); err != nil {
		return err
	}
	switch {
	case r.Seal != nil && (r.Day == 0 || r.Seal.With != games.WithDay(r.Day)):
		return wrong("seal.with", "%.48q is not the word day and the record's day", r.Seal.With)
	case r.Seal == nil && r.Day != 0:
		return &Error{"seal", errMissing}
	}
	var wd wireAdamanDeal
	if err := member("deal", w.Deal, &wd); err != nil {
		return err
	}
	deck, err := adaman.DeckOf(wd.Deck)
	if err != nil {
		return &Error{"deal.deck", err}
	}
	drawn := deck
	switch {
	case r.Seal != nil:
		drawn = adaman.Deal(r.Seal.Secret.Stream(r.Seal.With))
	case r.Number != 0:
		drawn = adaman.Deal(games.Numbered(r.Number))
	}
	if deck != drawn {
		return &Error{"deal.deck", errOtherDeal}
	}
	if r.Adaman, err = adaman.New(deck); err != nil {
		return &Error{"deal.deck", err}
	}
	return replay(w.Moves, func(text string) error {
		m, err := adaman.ParseMove(text)
		if err != nil {
			return err
		}
		_, err = r.Adaman.Play(m)
		return err
	})
}

func (r *Record) loadDayOrNumber(w *wire) error {
	if w.Day != nil {
		if err := member("day", w.Day, &r.Day); err != nil {
			return err
		}
		if r.Day == 0 {
			return wrong("day", "days are counted from 1")
		}
	}
	if w.Number != nil {
		if err := member("number", w.Number, &r.Number); err != nil {
			return err
		}
		switch {
		case r.Number == 0:
			return wrong("number", "practice deals are counted from 1")
		case w.Day != nil:
			return wrong("number", "a daily has none")
		case w.Seal != nil:
			return wrong("seal", "a numbered deal has none")
		}
	}
	return nil
}

// replay makes every move of a record.
func replay(value jsontext.Value, play func(string) error) error {
	var texts []string
	if err := member("moves", value, &texts); err != nil {
		return err
	}
	for i, text := range texts {
		if err := play(text); err != nil {
			return &Error{fmt.Sprintf("moves[%d]", i), err}
		}
	}
	return nil
}

// checkResult compares the record's result with the one that deal and moves
// give, member by member.
func (r *Record) checkResult(value jsontext.Value) error {
	if !r.Over() {
		return &Error{"moves", fmt.Errorf("%w after the last of them", ErrUnfinished)}
	}
	var got map[string]jsontext.Value
	if err := member("result", value, &got); err != nil {
		return err
	}
	if help, ok := got["help"]; ok {
		if r.Number == 0 {
			return wrong("result.help", "only practice games have it")
		}
		if err := r.loadHelp(help); err != nil {
			return err
		}
	}
	text, err := json.Marshal(r.result())
	if err != nil {
		return &Error{"result", err}
	}
	var want map[string]jsontext.Value
	if err := unmarshal("result", text, &want); err != nil {
		return &Error{"result", err}
	}
	for _, name := range []string{"points", "low", "winner", "reason", "outcome", "score", "controlled", "left", "help"} {
		w, wanted := want[name]
		g, given := got[name]
		delete(got, name)
		if err := g.Compact(); given && err != nil {
			return &Error{"result." + name, err}
		}
		switch {
		case wanted && !given:
			return &Error{"result." + name, errMissing}
		case given && !wanted:
			return wrong("result."+name, "a result of this game has none")
		case name != "help" && string(w) != string(g):
			return wrong("result."+name, "the record says %s, the moves give %s", shown(g), w)
		}
	}
	if len(got) > 0 {
		return &Error{dotted("result", slices.Sorted(maps.Keys(got))[0]), errUnknown}
	}
	return nil
}

// shown is the beginning of a value, fit to stand in a line.
func shown(value jsontext.Value) string {
	text := fmt.Sprintf("%.32s", value)
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

func (r *Record) loadHelp(value jsontext.Value) error {
	var counts struct {
		Undo  *int `json:"undo"`
		Hints *int `json:"hints"`
	}
	if err := member("result.help", value, &counts); err != nil {
		return err
	}
	for _, c := range []struct {
		part  string
		count *int
	}{{"result.help.undo", counts.Undo}, {"result.help.hints", counts.Hints}} {
		switch {
		case c.count == nil:
			return &Error{c.part, errMissing}
		case *c.count < 0:
			return wrong(c.part, "it cannot be below 0")
		}
	}
	r.Help = &Help{*counts.Undo, *counts.Hints}
	return nil
}
