package bot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"windfall/bot/text"
	"windfall/games"
	"windfall/games/adameva"
	"windfall/games/adameva/robot"
	"windfall/games/record"
	"windfall/store"
)

// fullVersus is a game against the bot of which everything around the game is as
// large as it gets.
func fullVersus(g *adameva.Game) *versus {
	name := strings.Repeat("*", record.MaxSeat) // each needs a backslash
	return &versus{
		game: store.Game{
			ID: math.MaxUint64, Version: math.MaxUint64, Kind: store.Robot, Channel: math.MaxUint64, Owner: 1,
			Players: []store.Player{1, 0}, Variant: g.Variant().String(),
		},
		rec:   &record.Record{Seats: []string{name, robotName + "hard"}, Seal: &record.Seal{With: games.WithInteraction(math.MaxUint64)}, AdamEva: g},
		level: robot.Hard, owner: math.MaxUint64, names: text.Names{escape(name), text.Opponent},
	}
}

// eachVersus visits every position of random games in both variants with all that
// is shown of it.
func eachVersus(t *testing.T, count int, visit func(s *versus, name string, m message)) {
	t.Helper()
	for n := range count {
		chance := games.Secret{0x12}.Stream(fmt.Sprint("limits ", n))
		v := adameva.Variant(n % 2)
		g, err := adameva.New(adameva.DealFrom(chance, v), v)
		if err != nil {
			t.Fatal(err)
		}
		for {
			s := fullVersus(g)
			if s.rec.Over() {
				visit(s, "end", versusEnd(s))
				break
			}
			visit(s, "game", versusMessage(s))
			visit(s, "question", versusQuestion(s, wanted{"hard", "tactical"}))
			visit(s, "resign", versusResignMessage(s))
			moves := g.Moves()
			if _, err := g.Play(moves[chance.Below(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Whatever happens in a game against the bot fits into one message, its ids are
// unique and short, and its emoji are known.
func TestHazard16_17_25_28_EveryMessageOfAGameAgainstTheBotFits(t *testing.T) {
	known := append(treeEmoji[:], cardEmoji(adameva.Joker2), cardEmoji(adameva.Serpent))
	fullest, longest, ends := 0, 0, 0
	eachVersus(t, 300, func(s *versus, name string, m message) {
		faults, components := faultsOf(m)
		if len(faults) > 0 {
			t.Fatalf("%s in round %d: %v", name, s.view(memberSeat).Round, faults)
		}
		fullest = max(fullest, components)
		letters := 0
		for _, part := range m.parts[0].Components {
			letters += len([]rune(part.Content))
			for _, b := range part.Components {
				if b.Emoji != nil && !slices.Contains(known, b.Emoji.Name) {
					t.Fatalf("%s has the emoji %q", name, b.Emoji.Name)
				}
			}
		}
		longest = max(longest, letters)
		if name == "game" {
			for _, e := range s.since() {
				if e.Kind == adameva.RoundEnded {
					ends++
				}
			}
		}
	})
	t.Logf("most components: %d, most letters: %d", fullest, longest)
	if fullest < 18 || longest < 2000 || ends < 300 {
		t.Errorf("the fullest messages were not met: %d components, %d letters, %d ends of rounds", fullest, longest, ends)
	}
}

// A member has a button for each of their moves, and none for the bot's.
func TestHazard26_AMemberHasAButtonForEveryMove(t *testing.T) {
	own, waits := 0, 0
	eachVersus(t, 40, func(s *versus, name string, m message) {
		if name != "game" {
			return
		}
		var moves, want []string
		again := false
		for _, row := range m.parts[0].Components {
			for _, b := range row.Components {
				id, err := parseButtonID(b.CustomID)
				switch {
				case err != nil || b.Disabled:
				case id.Action == "versus-move":
					if id.Version != s.game.Version {
						t.Fatalf("the move %q is good for any state", b.CustomID)
					}
					moves = append(moves, id.Arg)
				case id.Action == "versus":
					again = true
				}
			}
		}
		for _, legal := range s.view(memberSeat).Moves {
			_, words, _ := cutSeat(legal.String())
			want = append(want, words)
		}
		slices.Sort(moves)
		slices.Sort(want)
		if !slices.Equal(moves, want) || again != (len(want) == 0) {
			t.Fatalf("offered are %v, legal is %v; to look again is offered: %v", moves, want, again)
		}
		if again {
			waits++
		} else {
			own++
		}
	})
	if own == 0 || waits == 0 {
		t.Errorf("%d turns of the member and %d of the bot", own, waits)
	}
}

// What is said to have happened is all that did since the member's last move, in
// its order.
func TestWhatIsNewIsAllSinceTheOwnLastMove(t *testing.T) {
	events := []adameva.Event{
		{Kind: adameva.Taken, Seat: botSeat, Card: adameva.Serpent},
		{Kind: adameva.Bitten, Seat: botSeat, Card: 0, Tree: adameva.Red},
		{Kind: adameva.Offered, Seat: botSeat, Card: 8},
	}
	if said, want := text.English.WhatOf(events, text.Names{"Ana", text.Opponent}), "Windfall took Ana's serpent. Windfall's serpent took Ana's red 3 from the red tree."; said != want {
		t.Errorf("said is %q", said)
	}
	checked := 0
	eachVersus(t, 20, func(s *versus, name string, _ message) {
		if name != "game" {
			return
		}
		played := s.rec.AdamEva.Played()
		again, err := adameva.New(s.rec.AdamEva.Deal(), s.rec.AdamEva.Variant())
		if err != nil {
			t.Fatal(err)
		}
		var want []adameva.Event
		for _, m := range played {
			if m.Seat == memberSeat {
				want = nil
			}
			news, err := again.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, news...)
		}
		if got := s.since(); !slices.Equal(got, want) {
			t.Fatalf("after %v\nnew is %v\nnot     %v", played, got, want)
		}
		checked++
	})
	if checked < 500 {
		t.Errorf("only %d states", checked)
	}
}
