package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
)

// This file is about what must be told of a member whom the store does not know
// any more, or never knew: it keeps a hash of the id, made with a key that stands
// in the same file. Who has only the hash learns nothing; who has the whole file
// can try ids, and no more was kept that would be easier to read.

const (
	keySize  = 32
	hashSize = 16
)

// What a hash is made for, so that the same member's hashes in two places have
// nothing in common.
const (
	forBlocks = "block"
	forBars   = "bar"
	forPauses = "pause"
)

// Key returns the store's own 32 random bytes. When asked for the first time in
// a database's life it reads them from random and keeps them, and ever after
// returns those. In a View, or with random nil, it returns [ErrNotFound] if there
// are none yet.
func (tx *Tx) Key(random io.Reader) ([]byte, error) {
	name := []byte(metaKey)
	if v := tx.get(inMeta, name); v != nil {
		content, err := unpack(formPlain, inMeta, name, v)
		if err != nil {
			return nil, err
		}
		if len(content) != keySize {
			return nil, damaged("%v %q: %d bytes", inMeta, metaKey, len(content))
		}
		return append([]byte(nil), content...), nil
	}
	if !tx.writable || random == nil {
		return nil, fmt.Errorf("key of the hashes: %w", ErrNotFound)
	}
	key := make([]byte, keySize)
	if _, err := io.ReadFull(random, key); err != nil {
		return nil, fmt.Errorf("draw the key of the hashes: %w", err)
	}
	return key, tx.put(inMeta, name, pack(formPlain, inMeta, name, key))
}

// hash returns what stands for a member where the id must not. The error is
// [ErrNotFound] if nobody has called Key with random numbers yet.
func (tx *Tx) hash(purpose string, id ID) ([]byte, error) {
	key, err := tx.Key(nil)
	if err != nil {
		return nil, err
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(purpose))
	h.Write(key64(uint64(id)))
	return h.Sum(nil)[:hashSize], nil
}
