package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"windfall/bot"
	"windfall/store"
)

// A keeper starts the bot, stops it and starts it again, each time on its
// database opened anew, as a process would.
type keeper struct {
	sandbox *Sandbox

	busy    sync.Mutex // held by whoever starts or stops it
	store   *store.Store
	end     context.CancelFunc // nil while the bot does not run
	stopped chan struct{}      // closed once it has ended
}

// openStore opens the database.
func (k *keeper) openStore() (err error) {
	k.store, err = store.Open(k.sandbox.database, store.Options{Mark: Mark})
	return err
}

// start starts the bot, which connects by itself.
func (k *keeper) start() error {
	k.busy.Lock()
	defer k.busy.Unlock()
	return k.begin()
}

func (k *keeper) begin() error {
	s := k.sandbox
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if k.store == nil {
		if err := k.openStore(); err != nil {
			return err
		}
	}
	l := newLine(s.discord)
	b, err := bot.New(bot.Config{
		Token: s.discord.Token(), Store: bot.Keep(k.store), Clock: s.clock, Random: s.random, Log: s.log, Painter: s.painter, Drawing: s.drawing,
		Client: &http.Client{Transport: l}, Dial: l.dial,
	})
	if err != nil {
		return fmt.Errorf("make the bot: %w", err)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	stopped := make(chan struct{})
	k.end, k.stopped = cancel, stopped
	go func() {
		defer close(stopped)
		defer l.cut()
		defer cancel()
		if err := b.Run(ctx); err != nil {
			s.log.Error("the bot has ended", "error", err)
		}
	}()
	return nil
}

// stop stops the bot, which finishes what is in hand, and closes the database.
func (k *keeper) stop() error {
	k.busy.Lock()
	defer k.busy.Unlock()
	return k.finish()
}

func (k *keeper) finish() error {
	if k.end != nil {
		k.end()
		<-k.stopped
		k.end = nil
	}
	if k.store == nil {
		return nil
	}
	err := k.store.Close()
	k.store = nil
	return err
}

// restart stops the bot and starts it again. Whoever asks while somebody else
// does so is told.
func (k *keeper) restart() error {
	if !k.busy.TryLock() {
		return sentence("The bot is being restarted already.")
	}
	defer k.busy.Unlock()
	if err := errors.Join(k.finish(), k.begin()); err != nil {
		if k.sandbox.ctx.Err() == nil {
			k.sandbox.log.Error("the bot could not be restarted", "error", err)
		}
		return sentence("The bot did not start again; the log says why.")
	}
	return nil
}
