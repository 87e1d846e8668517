// Package discordtest is a Discord in one process, for tests, sandboxes and
// benchmarks of bots, as net/http/httptest is to HTTP.
//
// A [Server] listens on the loopback interface and speaks Discord's gateway and
// REST API, version 9 and 10. It is meant to be hard to satisfy: it knows the
// limits, deadlines and permissions that Discord enforces and answers with
// Discord's own error codes, so that a bot which works on it works on Discord.
// It works on JSON and knows no client library; any client will do that can be
// pointed at [Server.Transport] and [Server.DialContext].
//
// Around the server there is a world that the caller furnishes, and a driver
// that does what people do. It reads like a story:
//
//	clock := discordtest.NewClock(time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC))
//	d := discordtest.New(t, discordtest.Config{Clock: clock})
//	general := d.NewGuild("Orchard").NewChannel("general")
//	ana, ben := general.Guild().Join("Ana"), general.Guild().Join("Ben")
//	// … start the bot with d.Token(), d.Transport(), d.DialContext …
//
//	challenge := ana.In(general).Run("/adam-eva challenge", discordtest.User("member", ben))
//	msg := challenge.Reply()               // as Ana sees it
//	ben.Press(msg, "Accept")               // by label or custom id
//	ben.In(general).Last().Text()          // "[Accept]" is a button in it
//	ana.Transcript()                       // every byte her client was told
//
// An action waits until the bot has answered and returns an [Action] that tells
// how it went. Discord's limits of three seconds and fifteen minutes pass on the
// server's clock; how long the driver waits for a silent bot passes in real time
// (Config.Patience). What Discord's own client would not let a member do, such
// as pressing a disabled button, is refused: the test fails, or, after
// [Place.Try] or without a test, [Action.Err] says why.
//
// Things go wrong on request: [Server.Inject] for REST, [Server.CutGateway],
// [Server.Reconnect], [Server.InvalidateSessions], [Server.CloseGateway] and
// [Server.SetZombie] for the gateway; or at random from a seed, with
// Config.Chaos.
//
// Where Discord does not say what it does, and nobody who tried has told, the
// double takes the stricter course; codes inside "errors" that are nowhere on
// record are made up after the pattern of those that are. White space alone is no
// text, but it counts for the longest that a text may be. Known guesses are how
// often an old message may be edited (Config.OldEdits), that changes of messages
// in archived threads are refused to interactions too, that a select of channels
// cannot show one as chosen that is gone, and the buckets of [DiscordLimits].
//
// Two rules of the gateway hold on request only: that a client without heartbeats
// is dropped (Config.Heartbeats; on the wall's clock it always is) and that
// clients identify five seconds apart (Config.PaceIdentifies).
//
// Simplified are: embeds are not made from links; stickers, polls, reactions,
// pins, voice, forums, categories and group DMs do not exist; who sees a channel
// sees its private threads; threads do not archive themselves; history knows
// before and after, not around; the driver uploads no files; zlib is not spoken.
package discordtest
