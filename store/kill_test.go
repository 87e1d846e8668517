package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A process that writes with several callers at once is killed at random
// moments, 200 times over. Whatever it had been told is kept must be there,
// once; what it had not been told may be, whole.
func TestKilledAtAnyMomentNothingAcknowledgedIsLost(t *testing.T) {
	kills, files := 100, 2
	if testing.Short() {
		kills = 10
	}
	for file := range files {
		t.Run(fmt.Sprint("file", file), func(t *testing.T) {
			t.Parallel()
			seed := uint64(time.Now().UnixNano())
			t.Log("seed", seed)
			rng := rand.New(rand.NewPCG(seed, uint64(file)))
			path := filepath.Join(t.TempDir(), "windfall.db")
			var acknowledged [writers + 1]uint64
			total := 0
			for kill := range kills {
				steps, _ := writeAndKill(t, child(t, "write", path), rng, &acknowledged)
				total += steps
				lookAfterKill(t, path, kill, &acknowledged)
				if t.Failed() {
					return
				}
			}
			t.Logf("%d kills, %d acknowledged steps", kills, total)
			if total < kills {
				t.Errorf("only %d steps were acknowledged: the test tests nothing", total)
			}
		})
	}
}

// The same while the process makes its file anew all the time: it is killed while
// it copies, while one file takes the place of the other, and right after.
func TestKilledWhileItCompactsNothingAcknowledgedIsLost(t *testing.T) {
	kills := 100
	if testing.Short() {
		kills = 10
	}
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "windfall.db")
	var acknowledged [writers + 1]uint64
	total, compacted, halfWay := 0, 0, 0
	for kill := range kills {
		cmd := child(t, "write", path)
		cmd.Env = append(cmd.Env, "STORE_TEST_COMPACT=1")
		steps, anew := writeAndKill(t, cmd, rng, &acknowledged)
		total, compacted = total+steps, compacted+anew
		if _, err := os.Stat(compacting(path)); err == nil {
			halfWay++
		}
		lookAfterKill(t, path, kill, &acknowledged)
		if _, err := os.Stat(compacting(path)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after kill %d: the unfinished copy is still there: %v", kill, err)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d kills, %d of them with an unfinished copy; %d acknowledged steps, %d new files", kills, halfWay, total, compacted)
	if total < kills || compacted == 0 || halfWay == 0 { // how often depends on how busy the machine is
		t.Error("the test tests nothing")
	}
}

// writeAndKill lets a process write and kills it, and returns how many steps
// it acknowledged, and how often it said that it has made its file anew. The last
// step of each writer is left in acknowledged.
func writeAndKill(t *testing.T, cmd *exec.Cmd, rng *rand.Rand, acknowledged *[writers + 1]uint64) (steps, anew int) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Most are killed while they write, some perhaps while they open.
	after := time.Duration(rng.Int64N(int64(30 * time.Millisecond)))
	kill := func() { _ = cmd.Process.Kill() }
	var timer *time.Timer
	if rng.IntN(5) == 0 {
		timer = time.AfterFunc(after, kill)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if timer == nil {
			timer = time.AfterFunc(after, kill)
		}
		if lines.Text() == "compacted" {
			anew++
			continue
		}
		var w int
		var n uint64
		if _, err := fmt.Sscanf(lines.Text(), "kept %d %d", &w, &n); err != nil {
			t.Errorf("the process says %q", lines.Text())
			break
		}
		if n <= acknowledged[w] {
			t.Errorf("writer %d acknowledges step %d after %d", w, n, acknowledged[w])
		}
		acknowledged[w] = n
		steps++
	}
	kill()
	if timer != nil {
		timer.Stop()
	}
	_ = cmd.Wait()
	return steps, anew
}

func lookAfterKill(t *testing.T, path string, kill int, acknowledged *[writers + 1]uint64) {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatalf("after kill %d: %v", kill, err)
	}
	defer s.Close()
	ctx := context.Background()
	if err := s.Check(ctx); err != nil {
		t.Fatalf("after kill %d: %v", kill, err)
	}
	view(t, s, func(tx *Tx) error {
		for w := 1; w <= writers; w++ {
			n, err := writer(w).steps(tx)
			if err != nil {
				return err
			}
			if n != acknowledged[w] && n != acknowledged[w]+1 {
				t.Errorf("after kill %d: writer %d was told of step %d, and %d are kept", kill, w, acknowledged[w], n)
			}
			acknowledged[w] = n
		}
		return nil
	})
}
