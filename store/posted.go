package store

// This file remembers which days were announced in which servers.

// Posted reports whether a day has been announced in a server, or is about to
// be: see [Tx.MarkPosted].
func (tx *Tx) Posted(guild ID, day uint32) bool {
	return tx.get(inPosted, postedKey(guild, day)) != nil
}

// MarkPosted notes that a day is being announced in a server, and reports
// whether that is news. Who then sends the announcement does so after the
// transaction, and only if it is news.
func (tx *Tx) MarkPosted(guild ID, day uint32) (news bool, err error) {
	if tx.Posted(guild, day) {
		return false, nil
	}
	return true, tx.PutAnnouncement(guild, day, Message{})
}

// Announcement returns where a day was announced in a server, or [ErrNotFound].
// Its ID is 0 if it was about to be sent and nobody has said that it was.
func (tx *Tx) Announcement(guild ID, day uint32) (Message, error) {
	key := postedKey(guild, day)
	v := tx.get(inPosted, key)
	if v == nil {
		return Message{}, ErrNotFound
	}
	return decodePosted(key, v)
}

// PutAnnouncement keeps where a day was announced in a server.
func (tx *Tx) PutAnnouncement(guild ID, day uint32, at Message) error {
	if !tx.writable {
		return ErrReadOnly
	}
	if guild == 0 || day == 0 {
		return invalid("an announcement of day %d in server %d", day, guild)
	}
	if err := milliseconds("Posted", &at.Posted); err != nil {
		return err
	}
	key := postedKey(guild, day)
	v, err := encode(inPosted, key, &at)
	if err != nil {
		return err
	}
	return tx.put(inPosted, key, v)
}

// decodePosted reads a row of the bucket posted. Before format 4 it was empty.
func decodePosted(key, value []byte) (at Message, err error) {
	if len(value) == headSize && value[0] == formPlain {
		_, err = unpack(formPlain, inPosted, key, value)
		return at, err
	}
	err = decode(inPosted, key, value, &at)
	return at, err
}
