package picture

import "sync"

// kept is what was made once and is used again: a value for each key. Whoever
// asks for a value that somebody else is just making waits for it, so that it is
// made once however many ask. Its zero value is empty and ready.
type kept[K comparable, V any] struct {
	mu   sync.RWMutex
	made map[K]*making[V]
}

type making[V any] struct {
	once  sync.Once
	value V
}

// get returns the value of a key, which make makes if nobody asked before.
func (k *kept[K, V]) get(key K, make func(K) V) V {
	k.mu.RLock()
	m := k.made[key]
	k.mu.RUnlock()
	if m == nil {
		m = k.begin(key)
	}
	m.once.Do(func() { m.value = make(key) })
	return m.value
}

func (k *kept[K, V]) begin(key K) *making[V] {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.made == nil {
		k.made = map[K]*making[V]{}
	}
	m := k.made[key]
	if m == nil {
		m = &making[V]{}
		k.made[key] = m
	}
	return m
}

// len returns how many values there are.
func (k *kept[K, V]) len() int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return len(k.made)
}
