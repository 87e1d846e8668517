// Package sandbox is a page on the loopback interface that looks and behaves
// like a Discord channel, so that anybody can try the bot without an account.
//
// Behind the page there is a whole Discord in this process
// (windfall/bot/discordtest) with one server, and on it the bot that windfall
// run starts, with the same client library and the same kind of database. The
// page is each member's client: it is told what that member would be told and
// nothing else, and asks for what a member can do (wire.go). Beyond that it can
// do what only a sandbox can: move the clock, restart the bot, make things go
// wrong.
//
//	s, err := sandbox.Open(ctx, sandbox.Config{})
//	…
//	fmt.Println(s.URL()) // to be opened in a browser on this machine
//	<-ctx.Done()
//	err = s.Close()
//
// While it runs, it keeps every message with its files until somebody deletes or
// dismisses it, in memory: some thousands of them, as days of play bring, take
// some tens of megabytes. A page gets the newest 500 of a channel. A message for
// one's eyes only is gone once the page is loaded anew, as it is from Discord's
// client; it stays when the connection was lost, and when one has been somebody
// else meanwhile.
//
// A sandbox whose database is kept has the same server, channels and members
// the next time, with the same ids, and its clock is as far ahead as it was.
// Languages are English again. Messages, threads and whoever joined are gone: a
// channel's table comes back with /adam-eva table, but a game in a thread is out
// of reach and is called off when its time is over.
package sandbox
