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
// A sandbox whose database is kept has the same server, channels and members
// the next time, with the same ids, and its clock is as far ahead as it was.
// Messages, threads and whoever joined are gone: a channel's table comes back
// with /adam-eva table, but a game in a thread is out of reach and is called off
// when its time is over.
package sandbox
