package robot

// DifficultyGames is how many games are played to measure a deal, and
// DifficultyPlayouts the budget of each choice in them. What is measured with
// other numbers cannot be compared with [Week] and [LevelOf].
const (
	DifficultyGames    = 200
	DifficultyPlayouts = 24
)

// Week is the most that is won, of [DifficultyGames], in a deal that suits each
// day from Monday, which is easy, to Sunday, which is hard: the cuts between
// seven equal parts of 500 deals that can be won, measured with
//
//	windfall difficulty --deals 500 --seed 1
//
// On Monday that is all.
var Week = [7]int{200, 183, 166, 144, 113, 70, 29}

// Band returns the least and the most that is won of [DifficultyGames] in a deal
// that suits a day of the week, both included. The bands of all days cover
// everything from 0 to DifficultyGames, without holes, and none twice. Days are
// numbered as in time.Weekday: Sunday is 0 and Monday 1. A number that is no day
// counts on into other weeks.
func Band(weekday int) (lo, hi int) {
	day := ((weekday+6)%7 + 7) % 7 // from Monday, which is 0
	if day < 6 {
		lo = Week[day+1] + 1
	}
	return lo, Week[day]
}

// Level is how hard a deal is among deals that can be won.
type Level uint8

// The levels. Each is that of one deal in five.
const (
	VeryEasy Level = 1 + iota
	Easy
	Middling
	Hard
	VeryHard
)

var levels = [...]string{VeryEasy: "very easy", Easy: "easy", Middling: "middling", Hard: "hard", VeryHard: "very hard"}

// String returns the level in English: "very easy", "easy", "middling", "hard"
// or "very hard".
func (l Level) String() string {
	if l == 0 || int(l) >= len(levels) {
		return "?"
	}
	return levels[l]
}

// fifths is the most that was won, of [DifficultyGames], in a deal that is no
// easier than easy, middling, hard and very hard: the cuts between five equal
// parts of the deals of [Week].
var fifths = [4]int{177, 150, 105, 50}

// LevelOf returns how hard a deal is of which won games were won, as
// [Player.Difficulty] counts them. With other than [DifficultyGames] games it
// goes by the share. Of no games it says [Middling].
func LevelOf(won, games int) Level {
	if games <= 0 {
		return Middling
	}
	level := VeryEasy
	for _, most := range fifths {
		if won*DifficultyGames <= most*games {
			level++
		}
	}
	return level
}
