package store

// childMain is what this test binary does when a test starts it as a second
// process.
func childMain() {}
