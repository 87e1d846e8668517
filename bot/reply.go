package bot

import (
	"context"
	"sync"
	"time"

	"windfall/store"
)

// The limits of an interaction.
const (
	answerWithin = 3 * time.Second         // Discord waits no longer for the first answer
	deferAfter   = 1500 * time.Millisecond // when we ask for more time
	tokenLife    = 15 * time.Minute        // everything after the first answer
	tokenMargin  = 30 * time.Second        // we stop using a token that long before its end
)

// replyState is how far an interaction has been answered.
type replyState int

const (
	open     replyState = iota
	deferred            // Discord shows "thinking…", or keeps the message as it was for now
	answered
)

// A reply is the one way to answer an interaction. Its methods may be called
// from several goroutines; each answer goes out whole and in its turn. If
// nothing has been sent after [deferAfter] it asks Discord for more time by
// itself.
type reply struct {
	via     *discord
	app     string
	id      string
	token   string
	born    time.Time
	private bool // whether "thinking…" is shown to the presser alone
	onPress bool // the interaction is a press on a message
	strange bool // the public message it was on has no such button: it is not ours to change

	mu       sync.Mutex
	state    replyState
	at       string      // where the answer is, as Discord names it behind the token
	stop     func() bool // calls the deferral off
	deferral inHand
}

// watch starts the clock that defers a late answer.
func (r *reply) watch(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// A clock may call from where nothing must wait, and later may.
	r.stop = r.via.clock.AfterFunc(deferAfter, func() {
		if !r.deferral.begin() {
			return // it fell due in the moment in which the answer was settled
		}
		go func() {
			defer r.deferral.done()
			r.later(ctx)
		}()
	})
}

// later asks for more time, once.
func (r *reply) later(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != open {
		return
	}
	kind, m := answerUpdateLater, (*message)(nil)
	if !r.onPress {
		kind, m = answerLater, &message{parts: []component{}}
	}
	if _, err := r.via.callback(ctx, r.id, r.token, kind, m, r.private, false); err != nil && classOf(err) != alreadyDone {
		return // the answer itself will meet the same and be logged
	}
	r.state = deferred
}

// settled ends the waiting for an answer; it reports whether there was one.
func (r *reply) settled() bool {
	r.mu.Lock()
	stop := r.stop
	r.mu.Unlock()
	if stop != nil {
		stop()
	}
	r.deferral.close()
	r.deferral.wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state == answered
}

// whisper answers with a message that the presser alone sees.
func (r *reply) whisper(ctx context.Context, m message) error {
	_, err := r.send(ctx, m, true)
	return err
}

// public answers with a message for everybody and returns its id.
func (r *reply) public(ctx context.Context, m message) (store.ID, error) {
	return r.send(ctx, m, false)
}

func (r *reply) send(ctx context.Context, m message, ephemeral bool) (store.ID, error) {
	m = r.via.draw(m) // while more time can still be asked for
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.state
	r.state = answered
	switch {
	case was == open:
		r.at = original
		posted, err := r.via.callback(ctx, r.id, r.token, answerMessage, &m, ephemeral, !ephemeral)
		if err == nil && posted == 0 && !ephemeral {
			// Discord took the answer and its own answer was lost.
			posted, err = r.via.idOf(ctx, r.app, r.token)
		}
		return posted, err
	case was == deferred && !r.onPress && r.private == ephemeral:
		r.at = original
		return r.via.editAnswer(ctx, r.app, r.token, original, m, ephemeral)
	case was == deferred && !r.onPress:
		// "thinking…" is shown to the wrong people: the answer takes its place
		// as a message of its own. If it stays, that is the lesser evil.
		if err := r.via.deleteOriginal(ctx, r.app, r.token); err != nil {
			r.via.log.Info("a message that says thinking stays", "interaction", r.id, "error", err)
		}
	}
	// The original is the message that was pressed, or was answered before.
	posted, err := r.via.followUp(ctx, r.app, r.token, m, ephemeral)
	r.at = id(posted)
	return posted, err
}

// update answers a press by putting m in the place of the message it was on. A
// press with a made-up id changes nobody's message: the presser gets m alone.
func (r *reply) update(ctx context.Context, m message, ephemeral bool) error {
	if r.strange {
		return r.whisper(ctx, m)
	}
	m = r.via.draw(m)
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.state
	r.state, r.at = answered, original
	if was == open {
		_, err := r.via.callback(ctx, r.id, r.token, answerUpdate, &m, ephemeral, false)
		return err
	}
	_, err := r.via.editAnswer(ctx, r.app, r.token, original, m, ephemeral)
	return err
}

// revise puts m in the place of what has been answered.
func (r *reply) revise(ctx context.Context, m message) error {
	m = r.via.draw(m)
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.via.editAnswer(ctx, r.app, r.token, r.at, m, true)
	return err
}

// where returns where the answer is: it may be another message than the
// original, which after a press is the one that was pressed.
func (r *reply) where() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}
