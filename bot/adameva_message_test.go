package bot

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/record"
	"windfall/store"
)

// fullTable is a table of which everything around the game is as large as it
// gets.
func fullTable(g *adameva.Game) *table {
	name := strings.Repeat("*", record.MaxSeat) // each needs a backslash
	t := &table{
		game: store.Game{
			ID: math.MaxUint64, Version: math.MaxUint64, Kind: store.Table, Channel: math.MaxUint64,
			Players: []store.Player{1, 2}, Variant: g.Variant().String(), Proposal: 1, Pace: string(paceLong),
		},
		rec:   &record.Record{Seats: []string{name, name}, Seal: &record.Seal{With: games.WithInteraction(math.MaxUint64)}, AdamEva: g},
		names: text.Names{escape(name), escape(name)}, ids: [2]store.ID{math.MaxUint64, math.MaxUint64 - 1},
		notes: tableNotes{Round: 1, Clock: moveClock{Deadline: time.Unix(1<<33, 0), Warned: true, Longer: true, Pause: 2}},
	}
	return t
}

// everyMessage is all that can be shown of a table as it is.
func everyMessage(t *table) map[string]message {
	v := t.view(games.Spectator)
	all := map[string]message{"left": leftMessage(t), "behind": behind(t, 1)}
	for r := range v.Finished {
		all[fmt.Sprint("round ", r+1)] = roundMessage(t, r+1)
	}
	if v.Outcome != nil {
		all["end"] = endMessage(t)
		return all
	}
	maps.Copy(all, everyOpenMessage(t))
	paused := *t
	paused.notes.Clock = moveClock{Paused: true}
	for name, m := range everyOpenMessage(&paused) {
		all[name+" while paused"] = m
	}
	return all
}

// everyOpenMessage is all that can be shown of a table that is being played at.
func everyOpenMessage(t *table) map[string]message {
	all := map[string]message{"table": tableMessage(t, t.ids[0])}
	for seat := range games.Seat(2) {
		all[fmt.Sprint("hand ", seat)] = handMessage(t, seat)
		all[fmt.Sprint("more ", seat)] = moreMessage(t, seat, true)
	}
	all["more for a stranger"] = moreMessage(t, games.Spectator, true)
	return all
}

// eachPosition visits many positions of random games with all their messages.
func eachPosition(t *testing.T, count int, visit func(t *table, name string, m message)) {
	t.Helper()
	for n := range count {
		chance := games.Secret{0x11}.Stream(fmt.Sprint("limits ", n))
		v := adameva.Variant(n % 2)
		g, err := adameva.New(adameva.DealFrom(chance, v), v)
		if err != nil {
			t.Fatal(err)
		}
		for {
			full := fullTable(g)
			for name, m := range everyMessage(full) {
				visit(full, name, m)
			}
			moves := g.Moves()
			if len(moves) == 0 {
				break
			}
			if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestHazard25_TheFullestMessagesFit(t *testing.T) {
	fullest := map[string]int{}
	eachPosition(t, 60, func(full *table, name string, m message) {
		faults, components := faultsOf(m)
		if len(faults) > 0 {
			t.Fatalf("%s in round %d: %v", name, full.view(games.Spectator).Round, faults)
		}
		fullest[strings.Fields(name)[0]] = max(fullest[strings.Fields(name)[0]], components)
	})
	t.Logf("most components: %v", fullest)
	if fullest["hand"] < 17 || fullest["end"] == 0 {
		t.Errorf("the fullest messages were not met: %v", fullest)
	}
}

func TestHazard26_AHandHasAButtonForEveryCard(t *testing.T) {
	seven, six := 0, 0
	eachPosition(t, 60, func(full *table, name string, m message) {
		var seat games.Seat
		if _, err := fmt.Sscanf(name, "hand %d", &seat); err != nil {
			return
		}
		v := full.view(seat)
		if v.ToMove != seat {
			return
		}
		var moves []string
		for _, row := range m.parts[0].Components {
			for _, b := range row.Components {
				if id, err := parseButtonID(b.CustomID); err == nil && id.Action == "move" && !b.Disabled {
					moves = append(moves, id.Arg)
				}
			}
		}
		var want []string
		for _, legal := range v.Moves {
			_, words, _ := cutSeat(legal.String())
			want = append(want, words)
		}
		slices.Sort(moves)
		slices.Sort(want)
		if !slices.Equal(moves, want) {
			t.Fatalf("%s offers %v, legal is %v", name, moves, want)
		}
		switch {
		case len(want) == 7:
			seven++
		case v.Phase == adameva.Biting && len(want) == 6:
			six++
		}
	})
	if seven == 0 || six == 0 {
		t.Errorf("hands of seven: %d, prey of six: %d", seven, six)
	}
}

func TestHazard27_NoEmojiIsEmpty(t *testing.T) {
	eachPosition(t, 6, func(_ *table, name string, m message) {
		p := m.payload(false)
		body, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, empty := range []string{`"emoji":{}`, `"emoji":{"name":""}`, `"emoji":null`, `"label":""`} {
			if strings.Contains(string(body), empty) {
				t.Fatalf("%s has %s: %s", name, empty, body)
			}
		}
	})
}

func TestHazard28_EmojiComeFromOneTable(t *testing.T) {
	known := append(treeEmoji[:], cardEmoji(adameva.Joker2), cardEmoji(adameva.Serpent))
	met := map[string]bool{}
	eachPosition(t, 20, func(_ *table, name string, m message) {
		for _, row := range m.parts[0].Components {
			for _, b := range row.Components {
				if b.Emoji == nil {
					continue
				}
				met[b.Emoji.Name] = true
				if !slices.Contains(known, b.Emoji.Name) {
					t.Fatalf("%s has the emoji %q", name, b.Emoji.Name)
				}
			}
		}
	})
	if len(met) != len(known) {
		t.Errorf("met %v of %v", met, known)
	}
}

func TestHazard17_CustomIdsFitAtTheirExtremes(t *testing.T) {
	longest := ""
	for action := range buttons {
		if len(action) > len(longest) {
			longest = action
		}
	}
	// The longest that an action makes of its argument: a challenge in a thread.
	o := offer{opponent: person{ID: math.MaxUint64}, variant: adameva.Tactical.String(), first: firstChallenger}
	extreme := buttonID{Action: longest, Game: math.MaxUint64, Version: math.MaxUint64, Arg: o.inThread().Arg}
	if n := len(extreme.String()); n > maxButtonID {
		t.Errorf("%d characters: %s", n, extreme)
	}
	rapid.Check(t, func(t *rapid.T) {
		id := buttonID{
			Action:  rapid.StringMatching(`[a-z-]{1,20}`).Draw(t, "action"),
			Game:    rapid.Uint64().Draw(t, "game"),
			Version: rapid.Uint64().Draw(t, "version"),
			Arg:     rapid.StringMatching(`[^|]{0,20}`).Draw(t, "arg"),
		}
		text := id.String()
		back, err := parseButtonID(text)
		if len(text) <= maxButtonID && (err != nil || back != id) {
			t.Fatalf("%q reads back as %+v, %v", text, back, err)
		}
	})
}

func FuzzParseButtonID(f *testing.F) {
	f.Add("move|1|2|offer r5")
	f.Add("|||")
	f.Add("hand|zz||")
	f.Fuzz(func(t *testing.T, text string) {
		id, err := parseButtonID(text)
		if err == nil && id.String() != text {
			t.Fatalf("%q reads as %+v, which is %q", text, id, id)
		}
	})
}

func TestChallengesFit(t *testing.T) {
	name := escape(strings.Repeat("*", record.MaxSeat))
	for _, first := range []string{firstLonger, firstChallenger, firstOpponent, firstChance} {
		for _, variant := range []string{"classic", "tactical"} {
			c := &challenge{
				game:  store.Game{ID: math.MaxUint64, Variant: variant, First: first, Due: time.Unix(1<<33, 0)},
				names: text.Names{name, name}, ids: [2]store.ID{math.MaxUint64, math.MaxUint64},
			}
			if faults, _ := faultsOf(challengeMessage(c)); len(faults) > 0 {
				t.Errorf("%s, %s: %v", variant, first, faults)
			}
		}
	}
}
