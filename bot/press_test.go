package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// deaf is a bot whose requests all succeed and go nowhere.
func deaf(t *testing.T) (b *Bot, answers *atomic.Int64, log *bytes.Buffer) {
	t.Helper()
	answers, log = new(atomic.Int64), new(bytes.Buffer)
	b, err := New(Config{
		Token: "token", Store: Keep(nil), Log: slog.New(slog.NewTextHandler(log, nil)),
		Client: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			answers.Add(1)
			return &http.Response{StatusCode: http.StatusNoContent, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
		})},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b, answers, log
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestHazard46_AMemberMayBeMissing(t *testing.T) {
	b, _, _ := deaf(t)
	user := &discordgo.User{ID: "7", Username: "ana"}
	data := discordgo.ApplicationCommandInteractionData{Name: "help"}
	inDM := &discordgo.Interaction{ID: "1", Token: "t", ChannelID: "2", User: user, Data: data}
	p, err := b.newPress(inDM)
	if err != nil || p.member.ID != 7 || p.member.Name != "ana" || p.guild != 0 {
		t.Errorf("in a direct message: %+v, %v", p, err)
	}
	inServer := &discordgo.Interaction{ID: "1", Token: "t", ChannelID: "2", GuildID: "3", Member: &discordgo.Member{User: user, Nick: "Ana"}, Data: data}
	p, err = b.newPress(inServer)
	if err != nil || p.member.ID != 7 || p.member.Name != "Ana" || p.guild != 3 {
		t.Errorf("in a server: %+v, %v", p, err)
	}
}

func TestHazard31_HalfFilledInteractionsAreTolerated(t *testing.T) {
	user := &discordgo.User{ID: "7"}
	for name, i := range map[string]*discordgo.Interaction{
		"nothing":                 nil,
		"an empty one":            {},
		"no data":                 {ID: "1", Token: "t", ChannelID: "2", User: user},
		"no user":                 {ID: "1", Token: "t", ChannelID: "2", Data: discordgo.MessageComponentInteractionData{}},
		"a member without a user": {ID: "1", Token: "t", ChannelID: "2", Member: &discordgo.Member{}, Data: discordgo.MessageComponentInteractionData{}},
		"an id that is none":      {ID: "x", Token: "t", ChannelID: "2", User: user, Data: discordgo.MessageComponentInteractionData{}},
	} {
		t.Run(name, func(t *testing.T) {
			b, answers, _ := deaf(t)
			b.onInteraction(nil, &discordgo.InteractionCreate{Interaction: i})
			b.onInteraction(nil, nil)
			if answers.Load() != 0 {
				t.Error("answered without a token")
			}
			if b.panics.Load() != 0 {
				t.Error("a panic")
			}
		})
	}
	for name, i := range map[string]*discordgo.Interaction{
		"a button of another bot": {Type: discordgo.InteractionMessageComponent, Data: discordgo.MessageComponentInteractionData{CustomID: "?"}},
		"a message that could not be read": {Type: discordgo.InteractionMessageComponent, Message: &discordgo.Message{Components: []discordgo.MessageComponent{nil}},
			Data: discordgo.MessageComponentInteractionData{CustomID: "nothing|1|2|"}},
		"options of nothing": {Type: discordgo.InteractionApplicationCommand, Data: discordgo.ApplicationCommandInteractionData{Name: "adam-eva",
			Options: []*discordgo.ApplicationCommandInteractionDataOption{nil}}},
		"resolved of nothing": {Type: discordgo.InteractionApplicationCommand, Data: discordgo.ApplicationCommandInteractionData{Name: "stats",
			Resolved: &discordgo.ApplicationCommandInteractionDataResolved{Users: map[string]*discordgo.User{"1": nil}}}},
		"an unknown command":     {Type: discordgo.InteractionApplicationCommand, Data: discordgo.ApplicationCommandInteractionData{Name: "gone"}},
		"an unknown interaction": {Type: 99, Data: discordgo.ModalSubmitInteractionData{}},
	} {
		t.Run(name, func(t *testing.T) {
			b, answers, log := deaf(t)
			i.ID, i.Token, i.ChannelID, i.User = "1", "t", "2", user
			b.onInteraction(nil, &discordgo.InteractionCreate{Interaction: i})
			if answers.Load() != 1 || strings.Contains(log.String(), "level=ERROR") && !strings.Contains(name, "resolved") {
				t.Errorf("%d answers, log %s", answers.Load(), log)
			}
		})
	}
}

// An unknown type of component, as Discord may send tomorrow, spoils the whole
// message for discordgo but not the press.
func TestHazard31_UnknownComponents(t *testing.T) {
	var event discordgo.Event
	err := json.Unmarshal([]byte(`{"t":"INTERACTION_CREATE","d":{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"7"},
		"data":{"custom_id":"nothing|0|0|","component_type":2},"message":{"id":"5","components":[{"type":77,"custom_id":"x"}]}}}`), &event)
	if err != nil {
		t.Fatal(err)
	}
	i := new(discordgo.InteractionCreate)
	if err := json.Unmarshal(event.RawData, i); err != nil {
		t.Logf("discordgo says %v", err)
	}
	b, _, _ := deaf(t)
	b.onInteraction(nil, i)
	if b.panics.Load() != 0 {
		t.Error("a panic")
	}
}

func TestReplyStates(t *testing.T) {
	kinds := func(requests []string) string { return strings.Join(requests, " ") }
	for _, c := range []struct {
		name    string
		onPress bool
		private bool
		do      func(ctx context.Context, r *reply) error
		want    string
	}{
		{"a whisper", false, true, func(ctx context.Context, r *reply) error { return r.whisper(ctx, note("x")) }, "POST callback 4"},
		{"a public answer", false, false, func(ctx context.Context, r *reply) error { _, err := r.public(ctx, note("x")); return err }, "POST callback 4 GET @original"},
		{"an update", true, false, func(ctx context.Context, r *reply) error { return r.update(ctx, note("x"), false) }, "POST callback 7"},
		{"later, then a whisper", false, true, func(ctx context.Context, r *reply) error { r.later(ctx); return r.whisper(ctx, note("x")) }, "POST callback 5 PATCH @original"},
		{"later in public, then a whisper", false, false, func(ctx context.Context, r *reply) error { r.later(ctx); return r.whisper(ctx, note("x")) },
			"POST callback 5 DELETE @original POST follow-up"},
		{"later, then an update", true, false, func(ctx context.Context, r *reply) error { r.later(ctx); return r.update(ctx, note("x"), false) },
			"POST callback 6 PATCH @original"},
		{"later on a press, then a whisper", true, false, func(ctx context.Context, r *reply) error { r.later(ctx); return r.whisper(ctx, note("x")) },
			"POST callback 6 POST follow-up"},
		{"later twice", false, true, func(ctx context.Context, r *reply) error { r.later(ctx); r.later(ctx); return nil }, "POST callback 5"},
		{"later after the answer", false, true, func(ctx context.Context, r *reply) error {
			err := r.whisper(ctx, note("x"))
			r.later(ctx)
			return err
		}, "POST callback 4"},
		{"two answers", false, true, func(ctx context.Context, r *reply) error {
			if err := r.whisper(ctx, note("x")); err != nil {
				return err
			}
			return r.whisper(ctx, note("y"))
		}, "POST callback 4 POST follow-up"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var requests []string
			b, err := New(Config{Token: "token", Store: Keep(nil), Client: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				var body struct {
					Type int `json:"type"`
				}
				if r.Body != nil {
					if err := json.NewDecoder(r.Body).Decode(&body); err != nil && err != io.EOF {
						t.Error(err)
					}
				}
				switch path := r.URL.Path; {
				case strings.HasSuffix(path, "/callback"):
					requests = append(requests, r.Method, "callback", string(rune('0'+body.Type)))
				case strings.HasSuffix(path, "/@original"):
					requests = append(requests, r.Method, "@original")
				default:
					requests = append(requests, r.Method, "follow-up")
				}
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"id":"5"}`)), Request: r}, nil
			})}})
			if err != nil {
				t.Fatal(err)
			}
			r := &reply{via: b.discord, app: "9", id: "1", token: "t", private: c.private, onPress: c.onPress}
			if err := c.do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if got := kinds(requests); got != c.want {
				t.Errorf("requests %q, want %q", got, c.want)
			}
		})
	}
}
