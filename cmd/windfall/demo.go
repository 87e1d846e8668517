package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"windfall/bot"
	"windfall/bot/discordtest"
	"windfall/bot/picture"
	"windfall/bot/text"
	"windfall/games"
	"windfall/store"
)

const demoHelp = `demo [FLAGS]

Plays a short evening of both games and prints what each member saw and pressed.
It needs no account and no network: a Discord runs inside the process, on the
loopback interface, and the bot that connects to it is the one that windfall run
starts. Its database is a temporary file. Ana and Ben press what their own
messages offer them.

What Ana and Ben choose is the same every time; the cards are not.

Leaves with 0 if everything went as it should, with 1 if not, with 2 if the
command line is wrong.`

func demo(ctx context.Context, args []string, std std) int {
	f := flags("demo", demoHelp)
	full := f.Bool("full", false, "print every message that anybody saw")
	if code, done := parse(f, args, std); done {
		return code
	}
	if f.NArg() > 0 {
		return misuse(std, "demo takes no argument %q", f.Arg(0))
	}
	// Midnight parts the days of Adaman; an evening is well away from it.
	now := time.Now().UTC()
	s := &stage{full: *full, begin: time.Date(now.Year(), now.Month(), now.Day(), 18, 0, 0, 0, time.UTC)}
	if err := s.perform(ctx, std.out); err != nil {
		return say(std, exitFailed, "the demo did not go as it should: %v", err)
	}
	return exitOK
}

// perform plays the whole evening and writes it to w.
func (s *stage) perform(ctx context.Context, w io.Writer) error {
	s.out = bufio.NewWriter(w)
	s.chance = games.Secret{}.Stream(fmt.Sprintf("demo %d", s.choices))
	err := s.play(ctx)
	if flushErr := s.out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// A stage is a Discord with one server on it, the bot, and two members who play
// by what their screens show them and by nothing else.
type stage struct {
	full    bool
	begin   time.Time
	random  io.Reader // the bot's source of secrets; nil as in windfall run
	choices int       // what the members choose follows from it

	chance *games.Stream // what they choose by
	out    *bufio.Writer

	discord  *discordtest.Server
	clock    *discordtest.ManualClock
	bot      *bot.Bot
	general  *discordtest.Channel
	ana, ben *discordtest.Member
	seen     map[string]discordtest.Message // what the members saw last of each message, by id
	rounds   int                            // that have been played to their end
}

// pace is how long a member thinks.
const pace = 3 * time.Second

// play sets the stage up, tells the story and clears everything away again.
func (s *stage) play(ctx context.Context) (err error) {
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	dir, err := os.MkdirTemp("", "windfall-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	kept, err := store.Open(filepath.Join(dir, "windfall.db"), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	s.clock = discordtest.NewClock(s.begin)
	if s.discord, err = discordtest.NewServer(discordtest.Config{Clock: s.clock, Name: "Windfall"}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.discord.Close()) }()

	var faults bytes.Buffer // what the bot logs as its own
	s.bot, err = bot.New(bot.Config{
		Token: s.discord.Token(), Store: bot.Keep(kept), Clock: s.clock, Random: s.random, Painter: picture.New(),
		Drawing: bot.Drawing{Ahead: -1}, // one day is all that it plays
		Log:     slog.New(slog.NewTextHandler(&faults, &slog.HandlerOptions{Level: slog.LevelError})),
		Client:  &http.Client{Transport: s.discord.Transport()}, Dial: s.discord.DialContext,
	})
	if err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.bot.Run(playing) }()
	err = s.story(ctx)
	s.bot.Settle()
	stop()
	err = errors.Join(err, <-ended)
	if faults.Len() > 0 {
		err = errors.Join(err, fmt.Errorf("the bot logged: %s", faults.String()))
	}
	for _, r := range s.discord.Requests() {
		if r.Route == "" || r.Status >= 400 {
			err = errors.Join(err, fmt.Errorf("not accepted by Discord: %s %s, status %d, code %d", r.Method, r.Path, r.Status, r.Code))
		}
	}
	return err
}

// story is the evening.
func (s *stage) story(ctx context.Context) error {
	if connected := s.discord.WaitSessions(1); ctx.Err() != nil {
		return errors.New("interrupted")
	} else if !connected {
		return errors.New("the bot does not connect")
	}
	orchard := s.discord.NewGuild("Orchard")
	s.general = orchard.NewChannel("general")
	s.ana, s.ben = orchard.Join("Ana"), orchard.Join("Ben")
	s.seen = map[string]discordtest.Message{}
	s.say("On a server called Orchard there is a channel #general. Windfall has been invited, and Ana and Ben are there.")
	for _, part := range []struct {
		title string
		play  func(context.Context) error
	}{
		{"Adam & Eva", s.adamEva},
		{"Adaman", s.adaman},
		{"Afterwards", s.afterwards},
	} {
		s.say("\n== %s ==", part.title)
		if err := part.play(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.title, err)
		}
	}
	return nil
}

// adamEva is a whole game, from the challenge to the record.
func (s *stage) adamEva(ctx context.Context) error {
	challenge, err := s.run(s.ana, "/adam-eva challenge member:Ben")
	if err != nil {
		return err
	}
	if _, err := s.press(s.ben, challenge, text.English.Accept(), whole); err != nil {
		return err
	}
	members := []*discordtest.Member{s.ana, s.ben}
	hands := make([]discordtest.Message, len(members))
	for i, m := range members {
		if hands[i], err = s.press(m, s.lastPublic(), text.English.MyHand(), whole); err != nil {
			return err
		}
	}
	moves := 0
	over := func() bool { return s.lastPublic().Button(text.English.Rematch()) != nil }
	for _, part := range []struct {
		introduction string
		how          telling
		done         func() bool
	}{
		{"", whole, func() bool { return moves == 2 }},
		{"So it goes on, a press a decision:\n", aLine, func() bool { return s.rounds > 0 }},
		{"The other rounds go the same way. They end like this:", ends, over},
	} {
		if part.introduction != "" {
			s.say("\n%s", part.introduction)
		}
		for ; !part.done() && !over(); moves++ {
			if ctx.Err() != nil {
				return errors.New("interrupted")
			}
			seat, choice := s.turn(members, hands)
			if choice == nil {
				return fmt.Errorf("nobody has anything to press after %d moves", moves)
			}
			if hands[seat], err = s.press(members[seat], hands[seat], choice.CustomID, part.how); err != nil {
				return err
			}
		}
	}
	s.say("")
	s.show(s.lastPublic(), "everybody sees")

	answer, err := s.press(s.ana, s.lastPublic(), text.English.Record(), whole)
	if err != nil {
		return err
	}
	if len(answer.Attachments) != 1 {
		return fmt.Errorf("the record comes as %d files", len(answer.Attachments))
	}
	var verdict strings.Builder
	count, bad, err := verifyAll(bytes.NewReader(answer.Attachments[0].Data), &verdict)
	if err == nil && (count != 1 || bad > 0 || !strings.HasSuffix(verdict.String(), " sealed\n")) {
		err = fmt.Errorf("the record is not one sealed game: %s", verdict.String())
	}
	if err != nil {
		return err
	}
	s.say("windfall verify says of this file:\n    %s", strings.TrimSpace(verdict.String()))
	return nil
}

// turn finds who can make a move, and lets chance choose one of those that their
// hand offers.
func (s *stage) turn(members []*discordtest.Member, hands []discordtest.Message) (seat int, choice *discordtest.Component) {
	for seat, m := range members {
		now, ok := m.In(s.general).Look(hands[seat])
		if !ok {
			continue
		}
		if live := liveButtons(now, text.English.Refresh(), text.English.Rules(), text.English.More(), text.English.Rematch(), text.English.Record()); len(live) > 0 {
			return seat, live[s.chance.Below(len(live))]
		}
	}
	return 0, nil
}

// liveButtons are the buttons of a message that can be pressed, but for some.
func liveButtons(m discordtest.Message, without ...string) (live []*discordtest.Component) {
	for _, b := range m.Buttons() {
		if !b.Disabled && !slices.Contains(without, b.Label) {
			live = append(live, b)
		}
	}
	return live
}

// adaman is the day's deal, played by the first target on the board, the palace
// before the capital.
func (s *stage) adaman(ctx context.Context) error {
	board, err := s.run(s.ana, "/adaman daily")
	if err != nil {
		return err
	}
	const shownWhole = 2 // presses
	for presses := 0; board.Button(text.English.GiveUp()) != nil; presses++ {
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		live := liveButtons(board, text.English.GiveUp(), text.English.ClearChoice(), text.English.Rules())
		if len(live) == 0 {
			return fmt.Errorf("there is nothing to press after %d presses", presses)
		}
		if presses == shownWhole {
			s.say("\nAnd so on, two presses a play:\n")
		}
		choice, how := live[0], justThat
		for _, b := range live {
			// Once a target is chosen there is a button that plays it.
			if strings.HasPrefix(b.Label, "Control") {
				choice, how = b, aLine
			}
		}
		if presses < shownWhole {
			how = whole
		}
		if board, err = s.press(s.ana, board, choice.CustomID, how); err != nil {
			return err
		}
	}
	s.say("")
	s.show(board, "only Ana sees")
	_, err = s.press(s.ana, board, text.English.Share(), publicly)
	return err
}

// afterwards is what is left to ask, and where to go from here.
func (s *stage) afterwards(context.Context) error {
	if _, err := s.run(s.ben, "/stats member:Ana"); err != nil {
		return err
	}
	// Today's deal is in nobody's statistics yet but in one's own.
	if _, err := s.run(s.ana, "/stats private:true"); err != nil {
		return err
	}
	s.say(`
That was the bot that windfall run starts, on a Discord inside this process. Every move was in its database before
anybody saw it. The record above was checked as windfall verify does it: that the deal follows from the seal which was
shown before the game, that every move is legal, and that the result follows.

  windfall demo --full        prints every message
  windfall simulate --help    writes records to try windfall verify on
  windfall run --help         says how to put the bot on a server of yours; README.md does it step by step`)
	return nil
}

// How much of what follows from a press is told.
type telling int

const (
	whole    telling = iota // all messages that are new or have changed, for the presser and for everybody
	publicly                // of these, the ones for everybody
	aLine                   // what is new to the presser, in a line, and the ends of rounds
	justThat                // that it was pressed
	ends                    // nothing but the ends of rounds
)

// run has a member use a command, and returns the answer.
func (s *stage) run(who *discordtest.Member, command string) (discordtest.Message, error) {
	s.clock.Advance(pace)
	return s.tell(who, fmt.Sprintf("%s types %s", who.Name(), command), who.In(s.general).Run(command), whole)
}

// press has a member press a button, and returns what the presser sees after it.
func (s *stage) press(who *discordtest.Member, m discordtest.Message, which string, how telling) (discordtest.Message, error) {
	label := which
	if now, ok := who.In(s.general).Look(m); ok {
		if b := now.Button(which); b != nil {
			label = b.Label
		}
	}
	s.clock.Advance(pace)
	return s.tell(who, fmt.Sprintf("%s presses [%s]", who.Name(), label), who.In(s.general).Press(m, which), how)
}

// tell tells what somebody did and what then was to be seen.
func (s *stage) tell(who *discordtest.Member, did string, a *discordtest.Action, how telling) (discordtest.Message, error) {
	defer s.out.Flush()
	s.bot.Settle()
	answer, ok := a.TryReply()
	if state := a.State(); !ok || state != discordtest.Replied && state != discordtest.Updated {
		return answer, fmt.Errorf("%s: %v, %v", did, state, a.Err())
	}
	if s.full {
		how = whole
	}
	switch how {
	case whole, publicly:
		s.say("\n%s.", did)
	case aLine:
		s.say("%s. %s", did, s.news(answer))
	case justThat:
		s.say("%s.", did)
	}
	for _, m := range []*discordtest.Member{s.ana, s.ben} {
		for _, msg := range m.Sees(s.general) {
			before, told := s.seen[msg.ID]
			if told && before.Revision == msg.Revision {
				continue
			}
			s.seen[msg.ID] = msg
			sees := "everybody sees"
			if msg.Ephemeral {
				sees = "only " + m.Name() + " sees"
			}
			if told {
				sees += ", in its place"
			}
			roundOver := !msg.Ephemeral && roundEnd.MatchString(msg.Text())
			if roundOver {
				s.rounds++
			}
			if roundOver || s.full || how == whole && (m == who || !msg.Ephemeral) || how == publicly && !msg.Ephemeral {
				s.show(msg, sees)
			}
		}
	}
	return answer, nil
}

// news is the first line of a message that it did not have before.
func (s *stage) news(m discordtest.Message) string {
	before := slices.Collect(strings.Lines(s.seen[m.ID].Text()))
	for line := range strings.Lines(m.Text()) {
		if !slices.Contains(before, line) {
			return strings.TrimSpace(s.plain(line))
		}
	}
	return ""
}

// roundEnd matches the message that stays of a finished round.
var roundEnd = regexp.MustCompile(`^### Round \d is over`)

// lastPublic is the newest message that everybody sees.
func (s *stage) lastPublic() (last discordtest.Message) {
	for _, m := range s.ana.Sees(s.general) {
		if !m.Ephemeral {
			last = m
		}
	}
	return last
}

// show prints a message.
func (s *stage) show(m discordtest.Message, sees string) {
	s.say("  %s:", sees)
	for line := range strings.Lines(s.plain(m.Text())) {
		s.say("  | %s", strings.TrimRight(line, "\n"))
	}
}

func (s *stage) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

var (
	heading = regexp.MustCompile(`(?m)^(#{1,3}|-#) `)
	stamp   = regexp.MustCompile(`<t:(\d+):(\w)>`)
	named   = regexp.MustCompile(`<([@#])(\d+)>`)
	escaped = regexp.MustCompile(`\\([^\w\s])`)
)

// plain writes Discord's Markdown as its client shows it, as far as the bot
// uses it.
func (s *stage) plain(markdown string) string {
	t := heading.ReplaceAllString(markdown, "")
	t = strings.NewReplacer("**", "", "`", "").Replace(t)
	t = stamp.ReplaceAllStringFunc(t, func(match string) string {
		parts := stamp.FindStringSubmatch(match)
		seconds, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			return match
		}
		at := time.Unix(seconds, 0).UTC()
		if parts[2] == "R" {
			return "in " + strconv.Itoa(int(at.Sub(s.clock.Now()).Round(time.Hour).Hours())) + " hours"
		}
		return at.Format("2 January 15:04 MST")
	})
	t = named.ReplaceAllStringFunc(t, func(match string) string {
		parts := named.FindStringSubmatch(match)
		for _, m := range []*discordtest.Member{s.ana, s.ben} {
			if m.ID() == parts[2] {
				return "@" + m.Name()
			}
		}
		if s.general.ID() == parts[2] {
			return "#" + s.general.Name()
		}
		return match
	})
	return escaped.ReplaceAllString(t, "$1")
}
