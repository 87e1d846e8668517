package discordtest_test

import (
	"strings"
	"testing"
	"time"

	"windfall/bot/discordtest"
)

func TestGatewayGreetsAndSaysReadyFirst(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10&encoding=json")
	if f := g.next(); f.Op != 10 || !strings.Contains(string(f.D), `"heartbeat_interval":41250`) {
		t.Fatalf("HELLO is %+v", f)
	}
	ready := g.identify("Bot "+r.Token(), discordtest.IntentGuilds)
	if ready["user"].(object)["id"] != r.AppID() || ready["session_id"] == "" || ready["v"] != 10.0 {
		t.Errorf("READY is %v", ready)
	}
	if o := g.event("GUILD_CREATE"); o["id"] != r.guild.ID() || len(o["channels"].([]any)) != 1 {
		t.Errorf("GUILD_CREATE is %v", o)
	}
	g.write(1, g.seq)
	if f := g.next(); f.Op != 11 {
		t.Errorf("heartbeat was answered by %+v", f)
	}
}

func TestGatewayRefusesBadClients(t *testing.T) {
	for name, c := range map[string]struct {
		query string
		op    int
		d     any
		want  int
	}{
		"wrong token":           {"v=10", 2, identity("wrong", 1), 4004},
		"privileged intent":     {"v=10", 2, identity("token", 1|1<<15), 4014},
		"intent that is none":   {"v=10", 2, identity("token", 1<<40), 4013},
		"no properties":         {"v=10", 2, object{"token": "token", "intents": 1}, 4002},
		"impossible shard":      {"v=10", 2, object{"token": "token", "intents": 1, "properties": object{"os": "x"}, "shard": []int{2, 2}}, 4010},
		"unknown version":       {"v=3", 1, nil, 4012},
		"unknown op":            {"v=9", 77, nil, 4001},
		"presence before ready": {"v=9", 3, object{}, 4003},
		"resume, wrong token":   {"v=9", 6, object{"token": "wrong", "session_id": "x", "seq": 1}, 4004},
		"not an object":         {"v=9", 2, "hello", 4002},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{})
			g := dial(t, r.Server, c.query)
			g.hello()
			g.write(c.op, c.d)
			if got := g.closed(); got != c.want {
				t.Errorf("closed with %d, want %d", got, c.want)
			}
		})
	}
}

func TestPrivilegedIntentsCanBeAllowed(t *testing.T) {
	r := newRig(t, discordtest.Config{PrivilegedIntents: discordtest.IntentGuildMembers})
	g := dial(t, r.Server, "v=10")
	g.hello()
	g.identify(r.Token(), discordtest.IntentGuilds|discordtest.IntentGuildMembers)
	r.guild.Join("Cleo")
	if o := g.event("GUILD_MEMBER_ADD"); o["user"].(object)["username"] != "Cleo" {
		t.Errorf("GUILD_MEMBER_ADD is %v", o)
	}
}

func TestIdentifyingTwiceIsAnError(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	g.identify(r.Token(), 1)
	g.write(2, identity(r.Token(), 1))
	if got := g.closed(); got != 4005 {
		t.Errorf("closed with %d", got)
	}
}

func TestTooManyPacketsAMinuteAreAnError(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	for range 120 {
		g.write(1, nil)
		g.op(11)
	}
	r.clock.Advance(time.Minute) // a new one
	for range 120 {
		g.write(1, nil)
		g.op(11)
	}
	g.write(1, nil)
	if got := g.closed(); got != 4008 {
		t.Errorf("closed with %d", got)
	}
}

func TestASilentClientIsDropped(t *testing.T) {
	const interval = 40 * time.Second
	for name, c := range map[string]struct {
		heartbeats bool
		beat       bool // between the two pauses
		pause      time.Duration
		dropped    bool
	}{
		"no heartbeat for one and a half intervals": {true, false, interval * 3 / 4, true},
		"a heartbeat in time":                       {true, true, interval, false},
		"a heartbeat and then none":                 {true, true, interval * 3 / 2, true},
		"a clock that jumps past a real client":     {false, false, 25 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{Heartbeats: c.heartbeats, HeartbeatInterval: interval})
			g := dial(t, r.Server, "v=10")
			g.hello()
			session := g.identify(r.Token(), 1)["session_id"].(string)
			g.event("GUILD_CREATE")
			r.clock.Advance(min(c.pause, interval))
			if c.beat {
				g.write(1, g.seq)
				g.op(11)
			}
			r.clock.Advance(c.pause)
			if !c.dropped {
				g.write(1, g.seq)
				g.op(11)
				return
			}
			if code := g.closed(); code != -1 {
				t.Errorf("closed with %d, want a connection that is cut", code)
			}
			r.WaitSessions(0)
			seen := g.seq
			g = dial(t, r.Server, "v=10")
			g.hello()
			g.resume(r.Token(), session, seen)
			if f := g.next(); f.T != "RESUMED" {
				t.Errorf("a resume got %+v", f)
			}
		})
	}
}

func TestHeartbeatsOfARealClient(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Config{HeartbeatInterval: 200 * time.Millisecond})
	d.NewGuild("Orchard")
	open(t, session(t, d))
	silent := dial(t, d, "v=10")
	silent.hello()
	silent.identify(d.Token(), 1)
	if code := silent.closed(); code != -1 {
		t.Errorf("the silent client was closed with %d", code)
	}
	if !d.WaitSessions(1) {
		t.Error("on the wall's clock the silent client is to be dropped, and only it")
	}
}

func TestHeartbeatWithASequence(t *testing.T) {
	for name, c := range map[string]struct {
		resumed int // a resume that is refused comes first
		seq     any
		want    int // 0 is an acknowledgement
	}{
		"none":                              {0, nil, 0},
		"zero":                              {0, 0, 0},
		"what was sent":                     {0, 2, 0},
		"what was not sent":                 {0, 3, 4007},
		"below zero":                        {0, -1, 4007},
		"of the session before, now lost":   {7, 7, 0},
		"beyond that of the session before": {7, 8, 4007},
		"no number":                         {0, "x", 4002},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{})
			g := dial(t, r.Server, "v=10")
			g.hello()
			if c.resumed > 0 {
				g.resume(r.Token(), "lost", c.resumed)
				g.op(9)
			}
			session := g.identify(r.Token(), 1)["session_id"].(string)
			g.event("GUILD_CREATE")
			g.write(1, c.seq)
			if c.want == 0 {
				g.op(11)
				return
			}
			if got := g.closed(); got != c.want {
				t.Fatalf("closed with %d, want %d", got, c.want)
			}
			g = dial(t, r.Server, "v=10")
			g.hello()
			g.resume(r.Token(), session, 2)
			if f := g.next(); (f.Op == 9) != (c.want == 4007) {
				t.Errorf("a resume got op %d", f.Op)
			}
		})
	}
}

func TestIdentifiesAreFiveSecondsApart(t *testing.T) {
	for name, c := range map[string]struct {
		pace  bool
		pause time.Duration
		want  int // the op
	}{
		"at once":            {true, 0, 9},
		"after 4.9 seconds":  {true, 4900 * time.Millisecond, 9},
		"after five seconds": {true, 5 * time.Second, 0},
		"at once, unpaced":   {false, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{PaceIdentifies: c.pace})
			first := dial(t, r.Server, "v=10")
			first.hello()
			first.identify(r.Token(), 1)
			r.clock.Advance(c.pause)
			g := dial(t, r.Server, "v=10")
			g.hello()
			g.write(2, identity(r.Token(), 1))
			if f := g.next(); f.Op != c.want || f.Op == 9 && string(f.D) != "false" {
				t.Fatalf("the second identify got op %d %s", f.Op, f.D)
			}
			if n := r.Identifies(); n != 2 {
				t.Errorf("%d identifies were counted", n)
			}
			if c.want == 9 { // the one who waits gets in on the same connection
				r.clock.Advance(5 * time.Second)
				g.identify(r.Token(), 1)
			}
		})
	}
}

func TestResumeReplaysWhatWasMissed(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	session := g.identify(r.Token(), 1)["session_id"].(string)
	g.event("GUILD_CREATE")
	seen := g.seq
	r.CutGateway()
	g.closed()
	if !r.WaitSessions(0) {
		t.Fatal("the session is still connected")
	}
	r.guild.NewChannel("one")
	r.guild.NewChannel("two")

	g = dial(t, r.Server, "v=10")
	g.hello()
	g.resume(r.Token(), session, seen)
	for i, want := range []string{"CHANNEL_CREATE", "CHANNEL_CREATE", "RESUMED"} {
		if f := g.next(); f.T != want || f.S != seen+1+i {
			t.Fatalf("event %d is %s with seq %d, want %s with %d", i, f.T, f.S, want, seen+1+i)
		}
	}
	r.guild.NewChannel("three")
	if o := g.event("CHANNEL_CREATE"); o["name"] != "three" {
		t.Errorf("after the resume came %v", o)
	}
}

func TestResumeIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*rig, *gateway){
		"after too long a pause": func(r *rig, g *gateway) {
			r.CutGateway()
			g.closed()
			r.WaitSessions(0)
			r.clock.Advance(4 * time.Minute)
		},
		"when Discord lost it":             func(r *rig, g *gateway) { r.ForgetSessions(); r.CutGateway(); g.closed(); r.WaitSessions(0) },
		"after a goodbye with 1000":        func(r *rig, g *gateway) { _ = g.ws.Close(1000, ""); r.WaitSessions(0) },
		"after Op 9 that is not resumable": func(r *rig, g *gateway) { r.InvalidateSessions(false) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, discordtest.Config{})
			g := dial(t, r.Server, "v=10")
			g.hello()
			session := g.identify(r.Token(), 1)["session_id"].(string)
			spoil(r, g)
			g = dial(t, r.Server, "v=10")
			g.hello()
			g.resume(r.Token(), session, 1)
			if f := g.op(9); string(f.D) != "false" {
				t.Errorf("Op 9 says %s", f.D)
			}
			g.identify(r.Token(), 1) // on the same connection
		})
	}
}

func TestResumeWithASequenceFromTheFuture(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	session := g.identify(r.Token(), 1)["session_id"].(string)
	g = dial(t, r.Server, "v=10")
	g.hello()
	g.resume(r.Token(), session, 1000)
	if got := g.closed(); got != 4007 {
		t.Errorf("closed with %d", got)
	}
}

func TestReconnectAndInvalidSessionOnRequest(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.Reconnect()
	r.ws.op(7)
	r.InvalidateSessions(true)
	if f := r.ws.op(9); string(f.D) != "true" {
		t.Errorf("Op 9 says %s", f.D)
	}
}

func TestCloseCodesOnRequest(t *testing.T) {
	for _, code := range []int{4000, 4004, 4009, 4010, 4011, 4012, 4013, 4014} {
		r := newRig(t, discordtest.Config{})
		g := dial(t, r.Server, "v=10")
		g.hello()
		session := g.identify(r.Token(), 1)["session_id"].(string)
		r.CloseGateway(code)
		if got := g.closed(); got != code {
			t.Errorf("closed with %d, want %d", got, code)
		}
		g = dial(t, r.Server, "v=10")
		g.hello()
		g.resume(r.Token(), session, 1)
		f := g.next()
		if resumable := f.Op == 0; resumable != (code == 4000) {
			t.Errorf("after %d a resume got op %d", code, f.Op)
		}
	}
}

func TestZombieDoesNotAcknowledge(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.SetZombie(true)
	r.ws.write(1, nil)
	r.ws.write(2, identity(r.Token(), 1)) // a mistake that ends the connection
	for {
		f, err := r.ws.read()
		if err != nil {
			return
		}
		if f.Op == 11 {
			t.Fatal("the zombie acknowledged")
		}
	}
}

func TestOneIdentifyTooManyKillsTheToken(t *testing.T) {
	r := newRig(t, discordtest.Config{SessionStarts: 2})
	for range 2 {
		g := dial(t, r.Server, "v=10")
		g.hello()
		g.identify(r.Token(), 1)
	}
	limit := r.get("/gateway/bot").must(t, 200).body["session_start_limit"].(object)
	if limit["remaining"] != 0.0 || limit["total"] != 2.0 {
		t.Errorf("session_start_limit is %v", limit)
	}
	g := dial(t, r.Server, "v=10")
	g.hello()
	g.write(2, identity(r.Token(), 1))
	if got := g.closed(); got != 4004 {
		t.Errorf("closed with %d", got)
	}
	r.get("/users/@me").is(t, 401, 0)
}

func TestShardsGetTheirGuildsOnly(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	seen := map[string]int{}
	for shard := range 2 {
		g := dial(t, r.Server, "v=10")
		g.hello()
		o := identity(r.Token(), 1)
		o["shard"] = []int{shard, 2}
		g.write(2, o)
		for _, x := range g.event("READY")["guilds"].([]any) {
			seen[x.(object)["id"].(string)]++
		}
	}
	if len(seen) != 1 || seen[r.guild.ID()] != 1 {
		t.Errorf("guilds of both shards: %v", seen)
	}
}

func TestGuildsComeAndGo(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.guild.SetUnavailable(true)
	if o := r.ws.event("GUILD_DELETE"); o["unavailable"] != true {
		t.Errorf("an outage looks like %v", o)
	}
	r.guild.SetUnavailable(false)
	r.ws.event("GUILD_CREATE")
	r.guild.RemoveBot()
	if o := r.ws.event("GUILD_DELETE"); o["unavailable"] != nil {
		t.Errorf("a removal looks like %v", o)
	}
	r.guild.RemoveBot() // Discord may say it twice
	if o := r.ws.event("GUILD_DELETE"); o["id"] != r.guild.ID() || o["unavailable"] != nil {
		t.Errorf("said again, a removal looks like %v", o)
	}
	r.get("/guilds/"+r.guild.ID()).is(t, 403, 50001)
	r.Emit("GUILD_DELETE", object{"id": 5})
	if o := r.ws.event("GUILD_DELETE"); o["id"] != 5.0 {
		t.Errorf("what was garbled arrives as %v", o)
	}
	r.guild.AddBot()
	if o := r.ws.event("GUILD_CREATE"); o["id"] != r.guild.ID() {
		t.Errorf("GUILD_CREATE is %v", o)
	}
}

// A guild that is withheld is listed, and what happens in it arrives.
func TestAGuildThatIsWithheld(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	r.guild.SetWithheld(true)
	r.online()
	r.guild.NewChannel("hall")
	if o := r.ws.event("CHANNEL_CREATE"); o["guild_id"] != r.guild.ID() {
		t.Errorf("CHANNEL_CREATE is %v", o)
	}
}

func TestChannelAndThreadEvents(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	th := r.general.NewThread("a game")
	if o := r.ws.event("THREAD_CREATE"); o["id"] != th.ID() || o["parent_id"] != r.general.ID() {
		t.Errorf("THREAD_CREATE is %v", o)
	}
	th.SetLocked(true)
	if o := r.ws.event("THREAD_UPDATE"); o["thread_metadata"].(object)["locked"] != true {
		t.Errorf("THREAD_UPDATE is %v", o)
	}
	r.general.Delete()
	if o := r.ws.event("THREAD_DELETE"); o["id"] != th.ID() {
		t.Errorf("THREAD_DELETE is %v", o)
	}
	if o := r.ws.event("CHANNEL_DELETE"); o["id"] != r.general.ID() {
		t.Errorf("CHANNEL_DELETE is %v", o)
	}
}

func TestMessagesAreToldOnlyToThoseWhoAsked(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	with, without := dial(t, r.Server, "v=10"), dial(t, r.Server, "v=10")
	for g, intents := range map[*gateway]int{with: discordtest.IntentGuilds | discordtest.IntentGuildMessages, without: discordtest.IntentGuilds} {
		g.hello()
		g.identify(r.Token(), intents)
	}
	if _, err := r.ana.In(r.general).Say("hello"); err != nil {
		t.Fatal(err)
	}
	if o := with.event("MESSAGE_CREATE"); o["guild_id"] != r.guild.ID() || o["author"].(object)["username"] != "Ana" || o["content"] != "" {
		t.Errorf("MESSAGE_CREATE is %v", o)
	}
	r.guild.NewChannel("later")
	for {
		f := without.next()
		if f.T == "MESSAGE_CREATE" {
			t.Fatal("a message came unasked")
		}
		if f.T == "CHANNEL_CREATE" && strings.Contains(string(f.D), "later") {
			return
		}
	}
}

func TestChaosOnTheGatewayLosesNothing(t *testing.T) {
	r := newRig(t, discordtest.Config{Chaos: &discordtest.Chaos{Seed: 7, CutGateway: 0.2, Reconnect: 0.2}})
	g := dial(t, r.Server, "v=10")
	g.hello()
	g.write(2, identity(r.Token(), 1))
	session := g.event("READY")["session_id"].(string)
	const n = 40
	for i := range n {
		r.guild.NewChannel(numbered("c", i))
	}
	cuts, seen := 0, map[string]bool{}
	for len(seen) < n {
		f, err := g.read()
		if err != nil {
			cuts++
			seq := g.seq
			g = dial(t, r.Server, "v=10")
			g.seq = seq
			g.hello()
			g.resume(r.Token(), session, seq)
			continue
		}
		for i := range n {
			if f.T == "CHANNEL_CREATE" && strings.Contains(string(f.D), `"`+numbered("c", i)+`"`) {
				seen[numbered("c", i)] = true
			}
		}
	}
	if cuts == 0 {
		t.Error("nothing was cut")
	}
}

func TestARealClientComesBack(t *testing.T) {
	t.Parallel()
	for name, upset := range map[string]func(*discordtest.Server){
		"after Op 7":             (*discordtest.Server).Reconnect,
		"after a cut connection": (*discordtest.Server).CutGateway,
		"after an unknown error": func(d *discordtest.Server) { d.CloseGateway(4000) },
		"after Op 9":             func(d *discordtest.Server) { d.InvalidateSessions(false) },
		"after a lost session":   func(d *discordtest.Server) { d.ForgetSessions(); d.CutGateway() },
		"after a resumable Op 9": func(d *discordtest.Server) { d.InvalidateSessions(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, discordtest.Config{Patience: 300 * time.Millisecond})
			general := d.NewGuild("Orchard").NewChannel("general")
			ana := general.Guild().Join("Ana")
			bot := session(t, d)
			answer(bot, echo)
			open(t, bot)
			register(t, bot, d, echoCommand)
			before := d.Identifies() + d.Resumes()
			upset(d)
			deadline := time.Now().Add(15 * time.Second)
			for time.Now().Before(deadline) {
				a := ana.In(general).Try().Run("/echo", discordtest.String("text", "hello"))
				if a.State() == discordtest.Replied && d.Identifies()+d.Resumes() > before {
					return
				}
			}
			t.Error("the client did not come back")
		})
	}
}

func TestTwoProcessesBothGetTheInteraction(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	second := dial(t, r.Server, "v=10")
	second.hello()
	second.identify(r.Token(), 1)
	i, _ := r.run()
	if o := second.event("INTERACTION_CREATE"); o["id"] != i.id() {
		t.Errorf("the second process got %v", o)
	}
	i.answer(4, object{"content": "first"}).must(t, 204)
	i.answer(4, object{"content": "second"}).is(t, 400, 40060)
}

func TestWithoutABotAnInteractionFails(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	r.CutGateway()
	r.ws.closed()
	r.WaitSessions(0)
	a := r.ana.In(r.general).NoWait().Run("/play")
	if a.State() != discordtest.Pending {
		t.Fatalf("without a bot it is %v", a.State())
	}
	r.clock.Advance(4 * time.Second)
	if a.Wait().State() != discordtest.Failed {
		t.Errorf("after four seconds it is %v", a.State())
	}
}

func TestAnInteractionWaitsForAResume(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	session := g.identify(r.Token(), 1)["session_id"].(string)
	r.ws = g
	r.put("/applications/"+r.AppID()+"/commands", []object{{"name": "play", "description": "Plays"}}).must(t, 200)
	g.event("GUILD_CREATE")
	r.CutGateway()
	g.closed()
	r.WaitSessions(0)
	a := r.ana.In(r.general).NoWait().Run("/play")
	r.clock.Advance(2 * time.Second)
	r.ws = dial(t, r.Server, "v=10")
	r.ws.hello()
	r.ws.resume(r.Token(), session, g.seq)
	r.asked().answer(4, object{"content": "back"}).must(t, 204)
	if a.Wait().Text() != "back" {
		t.Errorf("%v: %q", a.State(), a.Text())
	}
}

func TestResumeOfWhatIsTooLongAgo(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	g := dial(t, r.Server, "v=10")
	g.hello()
	session := g.identify(r.Token(), 1)["session_id"].(string)
	g.event("GUILD_CREATE")
	r.CutGateway()
	g.closed()
	r.WaitSessions(0)
	for range 2500 {
		r.guild.SetUnavailable(true)
	}
	g = dial(t, r.Server, "v=10")
	g.hello()
	g.resume(r.Token(), session, 2)
	if f := g.next(); f.Op != 9 || string(f.D) != "false" {
		t.Errorf("a resume over a gap got op %d %s", f.Op, f.D)
	}
}
