package bot

// Occupy keeps every worker of the bot's pool busy until free is called.
func (b *Bot) Occupy() (free func()) { return b.pool.occupy() }

// OccupyLane does so with the lane for what takes milliseconds.
func (b *Bot) OccupyLane() (free func()) { return b.lane.occupy() }

// OccupyLooks does so with the place of looks back.
func (b *Bot) OccupyLooks() (free func()) { return b.looks.occupy() }

func (p *pool) occupy() (free func()) {
	for range cap(p.places) {
		p.places <- struct{}{}
	}
	return func() {
		for range cap(p.places) {
			<-p.places
		}
	}
}
