package text

// What the buttons of Adam & Eva say, and some that other messages have too.
func (l Language) Accept() string        { return l.say("button-accept") }
func (l Language) Decline() string       { return l.say("button-decline") }
func (l Language) Withdraw() string      { return l.say("button-withdraw") }
func (l Language) TakeIt() string        { return l.say("button-take-it") }
func (l Language) RefuseIt() string      { return l.say("button-refuse-it") }
func (l Language) MyHand() string        { return l.say("button-my-hand") }
func (l Language) Rules() string         { return l.say("button-rules") }
func (l Language) More() string          { return l.say("button-more") }
func (l Language) Resign() string        { return l.say("button-resign") }
func (l Language) ResignSurely() string  { return l.say("button-resign-surely") }
func (l Language) PlayOn() string        { return l.say("button-play-on") }
func (l Language) CallOff() string       { return l.say("button-call-off") }
func (l Language) AgreeCallOff() string  { return l.say("button-agree-call-off") }
func (l Language) CallOffTable() string  { return l.say("button-call-off-table") }
func (l Language) CallOffSurely() string { return l.say("button-call-off-surely") }
func (l Language) LeaveIt() string       { return l.say("button-leave-it") }
func (l Language) TakeBack() string      { return l.say("button-take-back") }
func (l Language) Rematch() string       { return l.say("button-rematch") }
func (l Language) Record() string        { return l.say("button-record") }
func (l Language) PlayInThread() string  { return l.say("button-play-in-thread") }
func (l Language) ResignThere() string   { return l.say("button-resign-there") }
func (l Language) Refresh() string       { return l.say("button-refresh") }
func (l Language) LookBack() string      { return l.say("button-look-back") }
func (l Language) PlayAgain() string     { return l.say("button-play-again") }
func (l Language) NewVersus() string     { return l.say("button-new-versus") }
