package queueset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"testing"
	"time"

	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	testeventclock "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/testing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fqrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
)

// A step of a run: what is done, and what is so afterwards.
type stepRow struct {
	// Milliseconds that pass before.
	Pass int `json:"pass"`
	// Start of a flow, end or cancellation of a request by its number, another limit or number of queues.
	Start   string `json:"start,omitempty"`
	Initial uint64 `json:"initial,omitempty"`
	Final   uint64 `json:"final,omitempty"`
	Latency int    `json:"latency,omitempty"`
	Finish  *int   `json:"finish,omitempty"`
	Cancel  *int   `json:"cancel,omitempty"`
	Limit   *int   `json:"limit,omitempty"`
	Queues  *int   `json:"queues,omitempty"`
	// Numbers of the requests that execute, and counts.
	Executing []int `json:"executing"`
	Waiting   int   `json:"waiting"`
	Seats     int   `json:"seats"`
	Rejected  int   `json:"rejected"`
}

type runRow struct {
	Queues int       `json:"queues"`
	Hand   int       `json:"hand"`
	Length int       `json:"length"`
	Limit  int       `json:"limit"`
	Steps  []stepRow `json:"steps"`
}

func hashOf(flow string) uint64 {
	hash := sha256.New()
	hash.Write([]byte("schema"))
	hash.Write([]byte{0})
	hash.Write([]byte(flow))
	var sum [32]byte
	hash.Sum(sum[:0])
	return binary.LittleEndian.Uint64(sum[:8])
}

func TestVectorsOfQueues(t *testing.T) {
	metrics.Register()
	rng := rand.New(rand.NewSource(36))
	var runs []runRow
	for len(runs) < 30 {
		run := runRow{Queues: []int{0, 1, 2, 8, 64, 128}[rng.Intn(6)], Length: 1 + rng.Intn(8), Limit: 1 + rng.Intn(12)}
		run.Hand = min(max(run.Queues, 1), 1+rng.Intn(4))
		runs = append(runs, played(t, run, rng))
	}
	data, err := json.Marshal(runs)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/queues.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func played(t *testing.T, run runRow, rng *rand.Rand) runRow {
	now := time.Unix(1_000_000, 0)
	clk, _ := testeventclock.NewFake(now, 0, nil)
	factory := NewQueueSetFactory(clk)
	config := fq.QueuingConfig{Name: "level", DesiredNumQueues: run.Queues, HandSize: run.Hand, QueueLengthLimit: run.Length}
	completer, err := factory.BeginConstruction(config, newGaugePair(clk), newExecSeatsGauge(clk), fq.NewNamedIntegrator(clk, "level"))
	if err != nil {
		t.Fatal(err)
	}
	set := completer.Complete(fq.DispatchingConfig{ConcurrencyLimit: run.Limit, ConcurrencyDenominator: run.Limit}).(*queueSet)
	var requests []*request
	var cancels []context.CancelFunc
	finished := map[int]bool{}
	wide := rng.Intn(3)
	for n := 0; n < 90; n++ {
		step := stepRow{Executing: []int{}}
		if rng.Intn(3) > 0 {
			step.Pass = rng.Intn(20)
		}
		for tick := 0; tick < step.Pass; tick++ {
			now = now.Add(time.Millisecond)
			clk.SetTime(now)
		}
		pick := func(executing bool) *int {
			var found []int
			for index, each := range requests {
				if each != nil && !finished[index] && each.startTime.IsZero() != executing {
					found = append(found, index)
				}
			}
			if len(found) == 0 {
				return nil
			}
			return &found[rng.Intn(len(found))]
		}
		switch choice := rng.Intn(20); {
		case choice < 10:
			step.Start = fmt.Sprintf("flow-%d", rng.Intn(1+rng.Intn(6)))
			step.Initial = 1
			if wide > 0 {
				step.Initial = uint64(1 + rng.Intn(3))
			}
			if wide > 1 && rng.Intn(3) == 0 {
				step.Final, step.Latency = uint64(1+rng.Intn(run.Limit+2)), 1+rng.Intn(30)
			}
			ctx, cancel := context.WithCancel(context.Background())
			work := &fqrequest.WorkEstimate{InitialSeats: step.Initial, FinalSeats: step.Final, AdditionalLatency: time.Duration(step.Latency) * time.Millisecond}
			started, _ := set.StartRequest(ctx, work, hashOf(step.Start), step.Start, "schema", "", "", nil)
			each, _ := started.(*request)
			requests, cancels = append(requests, each), append(cancels, cancel)
		case choice < 18:
			if step.Finish = pick(true); step.Finish != nil {
				requests[*step.Finish].Finish(func() {})
				finished[*step.Finish] = true
			}
		case choice < 19:
			if step.Cancel = pick(false); step.Cancel != nil {
				cancels[*step.Cancel]()
				requests[*step.Cancel].Finish(func() { t.Fatal("executed") })
				finished[*step.Cancel] = true
			}
		case rng.Intn(2) == 0:
			limit := 1 + rng.Intn(12)
			step.Limit = &limit
			run.reconfigure(t, set, config, limit)
		default:
			// The number of queues grows; upstream removes surplus queues when their last request ends.
			if config.DesiredNumQueues < 1 {
				break
			}
			config.DesiredNumQueues += rng.Intn(4)
			queues := config.DesiredNumQueues
			step.Queues = &queues
			run.reconfigure(t, set, config, set.dCfg.ConcurrencyLimit)
		}
		for index, each := range requests {
			if each != nil && !finished[index] && !each.startTime.IsZero() {
				step.Executing = append(step.Executing, index)
			}
		}
		step.Waiting, step.Seats, step.Rejected = set.totRequestsWaiting, set.totSeatsInUse, set.totRequestsRejected
		run.Steps = append(run.Steps, step)
	}
	return run
}

func (run runRow) reconfigure(t *testing.T, set *queueSet, config fq.QueuingConfig, limit int) {
	completer, err := set.BeginConfigChange(config)
	if err != nil {
		t.Fatal(err)
	}
	completer.Complete(fq.DispatchingConfig{ConcurrencyLimit: limit, ConcurrencyDenominator: limit})
}
