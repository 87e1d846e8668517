package text

// This file has the labels of the buttons of Adam & Eva, some of which other
// messages have too.

// Accept is the button that accepts a challenge.
func (l Language) Accept() string { return l.say("button-accept") }

// Decline is the button that declines a challenge.
func (l Language) Decline() string { return l.say("button-decline") }

// Withdraw is the button that takes a challenge back.
func (l Language) Withdraw() string { return l.say("button-withdraw") }

// TakeIt is the button that takes the card on offer.
func (l Language) TakeIt() string { return l.say("button-take-it") }

// RefuseIt is the button that refuses it.
func (l Language) RefuseIt() string { return l.say("button-refuse-it") }

// MyHand is the button that shows a player's hand to them alone.
func (l Language) MyHand() string { return l.say("button-my-hand") }

// Rules is the button that opens the rules.
func (l Language) Rules() string { return l.say("button-rules") }

// More is the button that shows what is seldom wanted.
func (l Language) More() string { return l.say("button-more") }

// Resign is the button that gives a game up, after a question.
func (l Language) Resign() string { return l.say("button-resign") }

// ResignSurely is the button that does so.
func (l Language) ResignSurely() string { return l.say("button-resign-surely") }

// PlayOn is the button that turns down whatever would end a game.
func (l Language) PlayOn() string { return l.say("button-play-on") }

// CallOff is the button that proposes to end a game without a result.
func (l Language) CallOff() string { return l.say("button-call-off") }

// AgreeCallOff is the button that agrees to that.
func (l Language) AgreeCallOff() string { return l.say("button-agree-call-off") }

// CallOffTable is the button that ends a game of others, after a question.
func (l Language) CallOffTable() string { return l.say("button-call-off-table") }

// CallOffSurely is the button that does so.
func (l Language) CallOffSurely() string { return l.say("button-call-off-surely") }

// LeaveIt is the button that leaves it alone.
func (l Language) LeaveIt() string { return l.say("button-leave-it") }

// TakeBack is the button that takes a proposal back.
func (l Language) TakeBack() string { return l.say("button-take-back") }

// Rematch is the button that challenges the same opponent again.
func (l Language) Rematch() string { return l.say("button-rematch") }

// Record is the button that gives a finished game's record.
func (l Language) Record() string { return l.say("button-record") }

// PlayInThread is the button that plays in a thread, where a channel has no room.
func (l Language) PlayInThread() string { return l.say("button-play-in-thread") }

// ResignThere is the button that resigns in another channel.
func (l Language) ResignThere() string { return l.say("button-resign-there") }

// Refresh is the button that shows a game as it is now.
func (l Language) Refresh() string { return l.say("button-refresh") }

// LookBack is the button that shows which of the own moves cost something.
func (l Language) LookBack() string { return l.say("button-look-back") }

// PlayAgain is the button that begins a game against the bot like the one before.
func (l Language) PlayAgain() string { return l.say("button-play-again") }

// NewVersus is the button that begins another.
func (l Language) NewVersus() string { return l.say("button-new-versus") }
