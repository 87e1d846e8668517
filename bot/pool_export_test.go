package bot

// Occupy keeps every worker of the bot's pool busy until free is called.
func (b *Bot) Occupy() (free func()) {
	for range cap(b.pool.places) {
		b.pool.places <- struct{}{}
	}
	return func() {
		for range cap(b.pool.places) {
			<-b.pool.places
		}
	}
}
