package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"windfall/bot/picture"
	"windfall/store"
)

// discord makes every request to Discord; no other part of the bot does.
//
// What is sent in answer to an interaction goes by a sender of our own:
// discordgo keeps a rate-limit bucket for each interaction for ever and lets
// all edits wait for each other. Everything else goes by discordgo, which
// knows the limits of channels.
type discord struct {
	session    *discordgo.Session
	painter    *picture.Painter // nil if no pictures are sent
	unpictured unpictured
	client     *http.Client
	clock      Clock
	log        *slog.Logger
}

// class says what to do about a failed request.
type class int

const (
	ours        class = iota // a mistake of the bot: log it
	gone                     // the message, the channel or the token is no more
	forbidden                // a permission is missing in this channel
	unseen                   // there is no access to the channel, or to the server
	limited                  // too many requests, and no time left to wait
	transient                // Discord or the network had a fault, twice
	refused                  // the token is not accepted
	alreadyDone              // the interaction has been answered before
	tooManyOld               // too many edits of an old message
)

func (c class) String() string {
	return [...]string{"ours", "gone", "forbidden", "unseen", "limited", "transient", "refused", "already done", "too many edits"}[c]
}

// An apiError is Discord's answer to a request that failed.
type apiError struct {
	Status     int           // 0 if no answer came
	Code       int           // Discord's own, 0 if it gave none
	Text       string        // Discord's words
	RetryAfter time.Duration // with status 429
	cause      error         // if no answer came
}

func (e *apiError) Error() string {
	if e.cause != nil {
		return "no answer from Discord: " + e.cause.Error()
	}
	return fmt.Sprintf("Discord says %d, code %d: %s", e.Status, e.Code, e.Text)
}

func (e *apiError) Unwrap() error { return e.cause }

// Discord's error codes that we tell apart.
const (
	codeUnknownChannel     = 10003
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeTooManyOldEdits    = 30046
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeMissingPermissions = 50013
	codeWrongChannelType   = 50024
	codeInvalidToken       = 50027
	codeArchivedThread     = 50083
)

// classOf sorts an error of one of the methods below.
func classOf(err error) class {
	var e *apiError
	if !errors.As(err, &e) {
		return ours
	}
	switch e.Code {
	case codeUnknownChannel, codeUnknownMessage, codeUnknownWebhook, codeUnknownInteraction, codeInvalidToken, codeArchivedThread:
		return gone
	case codeMissingAccess:
		return unseen
	case codeMissingPermissions:
		return forbidden
	case codeAcknowledged:
		return alreadyDone
	case codeTooManyOldEdits:
		return tooManyOld
	}
	switch {
	case e.Status == http.StatusTooManyRequests:
		return limited
	case e.Status == 0 || e.Status >= 500:
		return transient
	case e.Status == http.StatusUnauthorized:
		return refused
	case e.Status == http.StatusForbidden:
		return forbidden
	case e.Status == http.StatusNotFound:
		return gone
	}
	return ours
}

// A request is one call of Discord's HTTP interface.
type request struct {
	what   string // for errors and logs
	method string
	url    string
	bucket string // discordgo's name for the rate limit; empty for requests with an interaction's token
	value  any    // the body, nil for none or if there is a message
	result any    // where the answer goes, nil if nobody reads it

	message *message             // that is sent
	around  func(m *message) any // makes the body of it
	channel store.ID             // where, if it is sent with the bot's token
	first   bool                 // it is the first answer to an interaction
}

// encode writes the request's body, with m in it if it sends a message.
func (r *request) encode(m *message) (contentType string, body []byte, err error) {
	switch {
	case r.message != nil:
		return encode(r.around(m), m.files)
	case r.value != nil:
		return encode(r.value, nil)
	}
	return "", nil, nil
}

// plainly is what a request's body is made of when its message is all there is
// in it.
func plainly(ephemeral bool) func(m *message) any {
	return func(m *message) any { return m.payload(ephemeral) }
}

// retryPause is how long a request that met a fault waits before it is tried
// once more.
const retryPause = 200 * time.Millisecond

// What a picture may take on its way before the message is tried without it. The
// first answer must have time left for that, and a slow line must do.
const (
	answerPictureWithin = 2400 * time.Millisecond
	pictureWithin       = 15 * time.Second
)

// do makes a request. A fault is tried once more, a rate limit is waited for as
// long as ctx has time; errors are of type [*apiError], wrapped. A message whose
// picture cannot be drawn or does not get through goes out without it.
func (d *discord) do(ctx context.Context, r request) error {
	var m message
	if r.message != nil {
		m = d.draw(*r.message)
		if m.unpictured != nil && d.unpictured.is(r.channel, d.clock.Now()) {
			m = *m.unpictured
		}
	}
	faults, denied := 0, error(nil)
	for {
		contentType, body, err := r.encode(&m)
		if err != nil {
			return err
		}
		answer, err := d.try(ctx, r, m.unpictured != nil, contentType, body)
		var e *apiError
		switch {
		case err == nil:
			if denied != nil {
				d.log.Info("a message went out without its picture", "request", r.what, "error", denied)
				if classOf(denied) == forbidden {
					d.unpictured.note(r.channel, d.clock.Now())
				}
			}
			if r.result == nil {
				return nil
			}
			if err := json.Unmarshal(answer, r.result); err != nil {
				return fmt.Errorf("%s: read the answer: %w", r.what, err)
			}
			return nil
		case !errors.As(err, &e) || ctx.Err() != nil:
			return fmt.Errorf("%s: %w", r.what, err)
		case e.Code == codeAcknowledged && faults > 0:
			return nil // the try that met a fault had got through
		}
		class, pause := classOf(err), retryPause
		switch {
		case class == limited:
			pause = max(retryPause, e.RetryAfter)
		case class == transient && faults == 0:
			faults++
		case (class == ours || class == forbidden) && m.unpictured != nil:
			// It may be the picture that Discord does not take: to attach files
			// needs a permission of its own.
		case class == ours && m.simpler != nil:
			m, pause = *m.simpler, 0
		default:
			return fmt.Errorf("%s: %w", r.what, err)
		}
		if class != limited && m.unpictured != nil {
			// Less to send may get through where more does not.
			m, denied, pause = *m.unpictured, err, 0
		}
		if !d.pause(ctx, pause) {
			return fmt.Errorf("%s: %w", r.what, err)
		}
	}
}

// try sends a request once; one with a picture must be quick about it.
func (d *discord) try(ctx context.Context, r request, pictured bool, contentType string, body []byte) ([]byte, error) {
	if pictured {
		within := pictureWithin
		if r.first {
			within = answerPictureWithin
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	return d.send(ctx, r, contentType, body)
}

// unpictured remembers the channels in which Discord takes no files of ours, for
// a while: somebody may give us the permission.
type unpictured struct {
	mu    sync.Mutex
	since map[store.ID]time.Time
}

// unpicturedFor is how long a channel goes without pictures.
const unpicturedFor = time.Hour

// is reports whether a channel is to have no pictures; 0 is no channel.
func (u *unpictured) is(channel store.ID, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	since, noted := u.since[channel]
	if noted && now.Sub(since) >= unpicturedFor {
		delete(u.since, channel)
		return false
	}
	return noted
}

// note begins an hour without pictures in a channel; 0 is no channel.
func (u *unpictured) note(channel store.ID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if channel == 0 {
		return
	}
	if u.since == nil || len(u.since) >= roomInMemory { // to forget costs a request
		u.since = map[store.ID]time.Time{}
	}
	u.since[channel] = now
}

// draw returns a message with its picture, or without if there can be none. It
// may take a while; whoever holds a lock or has little time draws before. A
// message that is drawn it leaves as it is.
func (d *discord) draw(m message) message {
	switch {
	case m.drawing == nil:
		return m
	case d.painter == nil:
		return m.plain()
	}
	drawn, err := m.drawn(d.painter)
	if err != nil {
		d.log.Error("a picture cannot be drawn", "error", err)
		return m.plain()
	}
	return drawn
}

// pause waits, and reports false at once if ctx will not last as long.
func (d *discord) pause(ctx context.Context, t time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < t {
		return false
	}
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// send makes a request once.
func (d *discord) send(ctx context.Context, r request, contentType string, body []byte) ([]byte, error) {
	if r.bucket != "" {
		return d.sendByDiscordgo(ctx, r, contentType, body)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, r.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", d.session.UserAgent)
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, &apiError{cause: err}
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, &apiError{cause: err}
	}
	if resp.StatusCode >= 300 {
		return nil, readAPIError(resp.StatusCode, answer)
	}
	return answer, nil
}

// maxAnswer is the most that is read of an answer.
const maxAnswer = 4 << 20

func (d *discord) sendByDiscordgo(ctx context.Context, r request, contentType string, body []byte) ([]byte, error) {
	answer, err := d.session.RequestWithLockedBucket(r.method, r.url, contentType, body, d.session.Ratelimiter.LockBucket(r.bucket), 0,
		discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	var rest *discordgo.RESTError
	var limit *discordgo.RateLimitError
	switch {
	case err == nil:
		return answer, nil
	case errors.As(err, &limit) && limit.RateLimit != nil && limit.TooManyRequests != nil:
		e := &apiError{Status: http.StatusTooManyRequests, Text: limit.Message, RetryAfter: limit.RetryAfter}
		if strings.Contains(limit.Message, tooManyOldEdits) {
			e.Code = codeTooManyOldEdits
		}
		return nil, e
	case errors.As(err, &rest) && rest.Response != nil:
		return nil, readAPIError(rest.Response.StatusCode, rest.ResponseBody)
	case errors.Is(err, discordgo.ErrUnauthorized):
		return nil, &apiError{Status: http.StatusUnauthorized, Text: "401: Unauthorized"}
	}
	return nil, &apiError{cause: err}
}

// tooManyOldEdits is in Discord's words for code 30046. It comes with the status
// of a rate limit, and discordgo does not tell its code.
const tooManyOldEdits = "edits to messages older than 1 hour"

func readAPIError(status int, body []byte) *apiError {
	var answer struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"` // seconds
		Errors     json.RawMessage
	}
	e := &apiError{Status: status}
	if err := json.Unmarshal(body, &answer); err != nil {
		e.Text = http.StatusText(status)
		return e
	}
	e.Code, e.Text = answer.Code, answer.Message
	if len(answer.Errors) > 0 {
		e.Text = fmt.Sprintf("%s %.600s", e.Text, answer.Errors)
	}
	if wait := answer.RetryAfter; wait > 0 && wait < math.MaxInt32 {
		e.RetryAfter = time.Duration(wait * float64(time.Second))
	}
	return e
}

// Discord's numbers for what an interaction is answered with.
const (
	answerMessage     = 4
	answerLater       = 5 // "thinking…"
	answerUpdateLater = 6
	answerUpdate      = 7
	answerSuggest     = 8
)

// callback answers an interaction with a message; m is nil if a deferral has
// none. It returns the id of the new message if wanted and given.
func (d *discord) callback(ctx context.Context, id, token string, kind int, m *message, ephemeral, wantID bool) (store.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	type body struct {
		Type int      `json:"type"`
		Data *payload `json:"data,omitempty"`
	}
	r := request{
		what: "answer an interaction", method: http.MethodPost, url: discordgo.EndpointInteractionResponse(id, token),
		value: body{Type: kind}, message: m, first: true,
		around: func(m *message) any {
			p := m.payload(ephemeral)
			if kind == answerLater { // its flags say who sees "thinking…", and it is made of nothing yet
				p.Flags &^= flagV2
			}
			return body{kind, &p}
		},
	}
	var answer struct {
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"`
	}
	if wantID {
		r.url += "?with_response=true"
		r.result = &answer
	}
	if err := d.do(ctx, r); err != nil {
		return 0, err
	}
	return snowflake(answer.Resource.Message.ID), nil
}

// original is Discord's name for the message that an interaction was answered
// with at first, or that it was on if the answer was an update.
const original = "@original"

// editAnswer puts m in the place of a message that an interaction was answered
// with: the original, or one that was added, by its id.
func (d *discord) editAnswer(ctx context.Context, app, token, at string, m message, ephemeral bool) (store.ID, error) {
	var answer struct {
		ID string `json:"id"`
	}
	err := d.do(ctx, request{
		what: "edit an answer", method: http.MethodPatch, url: discordgo.EndpointWebhookMessage(app, token, at),
		message: &m, around: plainly(ephemeral), result: &answer,
	})
	return snowflake(answer.ID), err
}

// idOf returns the id of the original.
func (d *discord) idOf(ctx context.Context, app, token string) (store.ID, error) {
	var answer struct {
		ID string `json:"id"`
	}
	err := d.do(ctx, request{what: "look an answer up", method: http.MethodGet, url: discordgo.EndpointWebhookMessage(app, token, original), result: &answer})
	return snowflake(answer.ID), err
}

func (d *discord) deleteOriginal(ctx context.Context, app, token string) error {
	return d.do(ctx, request{what: "take an answer back", method: http.MethodDelete, url: discordgo.EndpointWebhookMessage(app, token, original)})
}

// followUp adds a message to an interaction that has been answered.
func (d *discord) followUp(ctx context.Context, app, token string, m message, ephemeral bool) (store.ID, error) {
	var answer struct {
		ID string `json:"id"`
	}
	err := d.do(ctx, request{
		what: "add to an answer", method: http.MethodPost, url: discordgo.EndpointWebhookToken(app, token) + "?wait=true",
		message: &m, around: plainly(ephemeral), result: &answer,
	})
	return snowflake(answer.ID), err
}

// post sends a message to a channel. A nonce that was used a short while ago
// returns the message sent then instead of a second one.
func (d *discord) post(ctx context.Context, channel store.ID, m message, nonce string) (store.ID, error) {
	url := discordgo.EndpointChannelMessages(id(channel))
	var answer struct {
		ID string `json:"id"`
	}
	err := d.do(ctx, request{
		what: "post a message", method: http.MethodPost, url: url, bucket: url, result: &answer, message: &m, channel: channel,
		around: func(m *message) any {
			p := m.payload(false)
			p.Nonce, p.EnforceNonce = nonce, nonce != ""
			return p
		},
	})
	return snowflake(answer.ID), err
}

// edit puts m in the place of one of our messages.
func (d *discord) edit(ctx context.Context, at store.Message, m message) error {
	url := discordgo.EndpointChannelMessage(id(at.Channel), id(at.ID))
	return d.do(ctx, request{
		what: "edit a message", method: http.MethodPatch, url: url, bucket: discordgo.EndpointChannelMessage(id(at.Channel), ""),
		message: &m, around: plainly(false), channel: at.Channel,
	})
}

// A channelInfo is what we read of a channel.
type channelInfo struct {
	ID     string                `json:"id"`
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"`
	Guild  string                `json:"guild_id"`
	Name   string                `json:"name"`
	Thread struct {
		Locked bool `json:"locked"`
	} `json:"thread_metadata"`
	Last string `json:"last_message_id"` // the newest message, which may have been deleted; empty if there never was one
}

// channel looks a channel up.
func (d *discord) channel(ctx context.Context, channel store.ID) (info channelInfo, err error) {
	url := discordgo.EndpointChannel(id(channel))
	err = d.do(ctx, request{what: "look a channel up", method: http.MethodGet, url: url, bucket: url, result: &info})
	return info, err
}

// typing shows the bot as typing, which takes the permission to write.
func (d *discord) typing(ctx context.Context, channel store.ID) error {
	url := discordgo.EndpointChannelTyping(id(channel))
	return d.do(ctx, request{what: "be seen typing", method: http.MethodPost, url: url, bucket: url})
}

// messagesAtOnce is how many messages are read at a time.
const messagesAtOnce = 100

// A postedMessage is what we read of a message in a channel.
type postedMessage struct {
	ID         string        `json:"id"`
	Components []postedBlock `json:"components"`
	Author     struct {
		Bot bool `json:"bot"`
	} `json:"author"`
}

// A postedBlock is what we read of a component.
type postedBlock struct {
	CustomID   string        `json:"custom_id"`
	Components []postedBlock `json:"components"`
}

// messagesAfter reads the first messages of a channel after an id, the newest
// first. Without the permission Read Message History there are none.
func (d *discord) messagesAfter(ctx context.Context, channel, after store.ID) (list []postedMessage, err error) {
	url := discordgo.EndpointChannelMessages(id(channel))
	err = d.do(ctx, request{
		what: "read messages", method: http.MethodGet, url: fmt.Sprintf("%s?limit=%d&after=%s", url, messagesAtOnce, id(after)), bucket: url, result: &list,
	})
	return list, err
}

// directly returns the channel of direct messages with a member.
func (d *discord) directly(ctx context.Context, member store.ID) (store.ID, error) {
	url := discordgo.EndpointUserChannels("@me")
	var answer channelInfo
	err := d.do(ctx, request{
		what: "open direct messages", method: http.MethodPost, url: url, bucket: url, result: &answer,
		value: struct {
			Recipient string `json:"recipient_id"`
		}{id(member)},
	})
	return snowflake(answer.ID), err
}

// guildName looks up what a server is called.
func (d *discord) guildName(ctx context.Context, guild store.ID) (string, error) {
	url := discordgo.EndpointGuild(id(guild))
	var answer struct {
		Name string `json:"name"`
	}
	err := d.do(ctx, request{what: "look a server up", method: http.MethodGet, url: url, bucket: url, result: &answer})
	return answer.Name, err
}

// A suggestion is one way to complete what somebody is typing into an option:
// what they read, and what is put there.
type suggestion struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// suggest answers somebody who is typing into an option.
func (d *discord) suggest(ctx context.Context, id, token string, list []suggestion) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	type choices struct {
		Choices []suggestion `json:"choices"`
	}
	if list == nil {
		list = []suggestion{}
	}
	return d.do(ctx, request{
		what: "suggest", method: http.MethodPost, url: discordgo.EndpointInteractionResponse(id, token), first: true,
		value: struct {
			Type int     `json:"type"`
			Data choices `json:"data"`
		}{answerSuggest, choices{list}},
	})
}

// firstIDAt returns the lowest id that Discord gives to anything at t: its ids
// tell when they were given.
func firstIDAt(t time.Time) store.ID {
	const discordEpoch = 1420070400000 // the beginning of 2015, in milliseconds
	return store.ID(max(0, t.UnixMilli()-discordEpoch)) << 22
}

// thread opens a thread that everybody sees in a channel, of the type that the
// channel takes.
func (d *discord) thread(ctx context.Context, parent store.ID, kind discordgo.ChannelType, name string) (store.ID, error) {
	url := discordgo.EndpointChannelThreads(id(parent))
	var answer channelInfo
	err := d.do(ctx, request{
		what: "open a thread", method: http.MethodPost, url: url, bucket: url, result: &answer,
		value: struct {
			Name    string                `json:"name"`
			Type    discordgo.ChannelType `json:"type"`
			Archive int                   `json:"auto_archive_duration"` // minutes
		}{name, kind, 7 * 24 * 60},
	})
	return snowflake(answer.ID), err
}

// application returns the application's id, or an error of class refused if the
// token is not accepted.
func (d *discord) application(ctx context.Context) (string, error) {
	url := discordgo.EndpointApplications + "/@me"
	var answer struct {
		ID string `json:"id"`
	}
	err := d.do(ctx, request{what: "log in", method: http.MethodGet, url: url, bucket: url, result: &answer})
	return answer.ID, err
}

// id writes an id as Discord does.
func id(n store.ID) string { return strconv.FormatUint(uint64(n), 10) }

// snowflake reads an id; what is none is 0.
func snowflake(text string) store.ID {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0
	}
	return store.ID(n)
}
