package flowcontrol

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock"
	fqs "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	"k8s.io/client-go/informers"
	clientsetfake "k8s.io/client-go/kubernetes/fake"
)

func writeVectors(t *testing.T, name string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/"+name+".json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

type allocationRow struct {
	Sum         int          `json:"sum"`
	Items       [][3]float64 `json:"items"`
	Allocations []float64    `json:"allocations,omitempty"`
	Fraction    float64      `json:"fraction"`
	Error       string       `json:"error,omitempty"`
}

func TestVectorsOfAllocations(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	quarter := func(max int) float64 { return float64(rng.Intn(max*4)) / 4 }
	var rows []allocationRow
	for len(rows) < 300 {
		row := allocationRow{Items: [][3]float64{}}
		classes := []allocProblemItem{}
		var low, high float64
		for n := rng.Intn(7); n > 0; n-- {
			lower := math.Max(0, quarter(6)-1)
			item := [3]float64{lower + quarter(4), lower, lower + quarter(9)}
			switch rng.Intn(40) {
			case 0:
				item[1] = -1
			case 1:
				item[0] = lower - 0.25
			case 2:
				item[2] = lower - 0.25
			case 3:
				item = [3]float64{0, 0, quarter(2)}
			}
			low, high = low+item[1], high+item[2]
			row.Items = append(row.Items, item)
			classes = append(classes, allocProblemItem{target: item[0], lowerBound: item[1], upperBound: item[2]})
		}
		row.Sum = int(math.Round(low + (high-low)*(rng.Float64()*1.2-0.1)))
		allocs, fraction, err := computeConcurrencyAllocation(row.Sum, classes)
		row.Allocations, row.Fraction = allocs, fraction
		if err != nil {
			row.Error = err.Error()
		}
		rows = append(rows, row)
	}
	writeVectors(t, "allocations", rows)
}

type givenDemand struct {
	fq.Integrator
	results fq.IntegratorResults
}

func (g givenDemand) Reset() fq.IntegratorResults { return g.results }

type levelState struct {
	Nominal  int     `json:"nominal"`
	Least    int     `json:"least"`
	Most     int     `json:"most"`
	Current  int     `json:"current"`
	MaxSeats uint64  `json:"maxSeats"`
	Smoothed float64 `json:"smoothed"`
	Demand   *demand `json:"demand,omitempty"`
}

type demand struct {
	Average   float64 `json:"average"`
	Deviation float64 `json:"deviation"`
	Max       float64 `json:"max"`
	Duration  float64 `json:"duration"`
}

type borrowingRow struct {
	Limit  int                                         `json:"limit"`
	Levels []*flowcontrolv1.PriorityLevelConfiguration `json:"levels"`
	Rounds []map[string]levelState                     `json:"rounds"`
}

func TestVectorsOfBorrowing(t *testing.T) {
	metrics.Register()
	rng := rand.New(rand.NewSource(36))
	var rows []borrowingRow
	for len(rows) < 40 {
		row := borrowingRow{Limit: []int{1, 7, 24, 100, 600, 15}[rng.Intn(6)]}
		for n := 1 + rng.Intn(6); n > 0; n-- {
			row.Levels = append(row.Levels, madeLevel(rng, n))
		}
		if rng.Intn(3) == 0 {
			shares, lendable := int32(rng.Intn(40)), int32(rng.Intn(101))
			exempt := &flowcontrolv1.PriorityLevelConfiguration{}
			exempt.Name = "exempt"
			exempt.Spec.Type = flowcontrolv1.PriorityLevelEnablementExempt
			exempt.Spec.Exempt = &flowcontrolv1.ExemptPriorityLevelConfiguration{NominalConcurrencyShares: &shares, LendablePercent: &lendable}
			row.Levels = append(row.Levels, exempt)
		}
		row.Rounds = borrowingRounds(row, rng)
		rows = append(rows, row)
	}
	writeVectors(t, "borrowing", rows)
}

func madeLevel(rng *rand.Rand, n int) *flowcontrolv1.PriorityLevelConfiguration {
	level := &flowcontrolv1.PriorityLevelConfiguration{}
	level.Name = fmt.Sprintf("level-%d", n)
	level.Spec.Type = flowcontrolv1.PriorityLevelEnablementLimited
	shares := int32(rng.Intn(101))
	limited := &flowcontrolv1.LimitedPriorityLevelConfiguration{NominalConcurrencyShares: &shares}
	lendable := int32(rng.Intn(101))
	limited.LendablePercent = &lendable
	if rng.Intn(2) == 0 {
		borrowing := int32(rng.Intn(300))
		limited.BorrowingLimitPercent = &borrowing
	}
	limited.LimitResponse.Type = flowcontrolv1.LimitResponseTypeReject
	if rng.Intn(4) > 0 {
		limited.LimitResponse.Type = flowcontrolv1.LimitResponseTypeQueue
		limited.LimitResponse.Queuing = &flowcontrolv1.QueuingConfiguration{Queues: 64, HandSize: int32(1 + rng.Intn(9)), QueueLengthLimit: 50}
	}
	level.Spec.Limited = limited
	return level
}

func borrowingRounds(row borrowingRow, rng *rand.Rand) []map[string]levelState {
	clientset := clientsetfake.NewSimpleClientset()
	controller := newTestableController(TestableConfig{
		Name: "vectors", Clock: eventclock.Real{}, AsFieldManager: "vectors",
		FoundToDangling:        func(found bool) bool { return !found },
		InformerFactory:        informers.NewSharedInformerFactory(clientset, 0),
		FlowcontrolClient:      clientset.FlowcontrolV1(),
		ServerConcurrencyLimit: row.Limit,
		ReqsGaugeVec:           metrics.PriorityLevelConcurrencyGaugeVec,
		ExecSeatsGaugeVec:      metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory:        fqs.NewQueueSetFactory(eventclock.Real{}),
	})
	controller.lockAndDigestConfigObjects(row.Levels, nil)
	var rounds []map[string]levelState
	demands := map[string]*demand{}
	for round := 0; round < 4; round++ {
		states := map[string]levelState{}
		for name, state := range controller.priorityLevelStates {
			states[name] = levelState{state.nominalCL, state.minCL, state.maxCL, state.currentCL,
				controller.GetMaxSeats(name), state.seatDemandStats.smoothed, demands[name]}
		}
		rounds = append(rounds, states)
		for name, state := range controller.priorityLevelStates {
			given := &demand{
				Average: float64(rng.Intn(4*state.maxCL+4)) / 8, Deviation: float64(rng.Intn(40)) / 8,
				Max: float64(rng.Intn(state.maxCL + 4)), Duration: 10,
			}
			if rng.Intn(4) == 0 {
				given = &demand{Duration: 10}
			}
			demands[name] = given
			state.seatDemandIntegrator = givenDemand{state.seatDemandIntegrator, fq.IntegratorResults{
				Duration: given.Duration, Average: given.Average, Deviation: given.Deviation, Max: given.Max}}
		}
		controller.updateBorrowing()
	}
	return rounds
}

type requestRow struct {
	User    string               `json:"user"`
	Groups  []string             `json:"groups"`
	Info    *request.RequestInfo `json:"info"`
	Matches bool                 `json:"matches"`
}

type schemaRow struct {
	Spec     flowcontrolv1.FlowSchemaSpec `json:"spec"`
	Requests []requestRow                 `json:"requests"`
}

func TestVectorsOfSchemas(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	var rows []schemaRow
	for len(rows) < 30 {
		record := genFS(t, rng, fmt.Sprintf("fs-%d", len(rows)), rng.Intn(2) == 0, sets.NewString("level"), sets.NewString("missing"))
		row := schemaRow{Spec: record.fs.Spec}
		for _, matches := range []bool{true, false} {
			for _, resource := range []bool{true, false} {
				for n, digest := range record.digests[matches][resource] {
					if n < 6 {
						row.Requests = append(row.Requests, requestRow{digest.User.GetName(), digest.User.GetGroups(),
							digest.RequestInfo, matchesFlowSchema(digest, record.fs)})
					}
				}
			}
		}
		rows = append(rows, row)
	}
	writeVectors(t, "schemas", rows)
}

type droppedRow struct {
	Second     int64 `json:"second"`
	RetryAfter int64 `json:"retryAfter"`
}

func TestVectorsOfDroppedRequests(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	var rows [][]droppedRow
	for len(rows) < 12 {
		now := time.Unix(1_000_000, 0)
		tracker := newDroppedRequestsTracker(func() time.Time { return now })
		var row []droppedRow
		for step := 0; step < 150; step++ {
			if rng.Intn(1+rng.Intn(1+len(rows))) == 0 {
				now = now.Add(time.Duration(rng.Intn(3)) * time.Second)
			}
			tracker.RecordDroppedRequest("level")
			row = append(row, droppedRow{now.Unix(), tracker.GetRetryAfter("level")})
		}
		rows = append(rows, row)
	}
	writeVectors(t, "dropped-requests", rows)
}

type watchRow struct {
	Watches [][2]string `json:"watches"`
	Asked   [][2]string `json:"asked"`
	Counts  []int       `json:"counts"`
}

func TestVectorsOfWatchCounts(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	resolver := &request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	withInfo := func(method, text string) (*http.Request, *request.RequestInfo) {
		parsed, _ := url.Parse("https://server" + text)
		r := &http.Request{Method: method, URL: parsed}
		info, _ := resolver.NewRequestInfo(r)
		return r.WithContext(request.WithRequestInfo(t.Context(), info)), info
	}
	paths := []string{"/api/v1/pods", "/api/v1/namespaces/a/pods", "/api/v1/namespaces/b/pods", "/api/v1/namespaces/a/pods/x",
		"/api/v1/nodes", "/api/v1/nodes/x", "/apis/apps/v1/deployments", "/apis/apps/v1/namespaces/a/deployments"}
	queries := []string{"watch=true", "watch=true&fieldSelector=metadata.name%3Dx", "watch=true&fieldSelector=spec.nodeName%3Dn",
		"watch=true&fieldSelector=spec.nodeName%3D", "watch=1&fieldSelector=spec.nodeName!%3Dn", "watch=true&fieldSelector=metadata.name%3Dx,spec.nodeName%3Dn", ""}
	methods := []string{"POST", "PUT", "DELETE", "PATCH", "GET"}
	var rows []watchRow
	for len(rows) < 20 {
		tracker := NewWatchTracker()
		row := watchRow{}
		for n := 0; n < 14; n++ {
			watch := [2]string{"GET", paths[rng.Intn(len(paths))] + "?" + queries[rng.Intn(len(queries))]}
			r, _ := withInfo(watch[0], watch[1])
			forget := tracker.RegisterWatch(r)
			row.Watches = append(row.Watches, watch)
			if forget != nil && rng.Intn(6) == 0 {
				forget()
				row.Watches[n][0] = "gone"
			}
		}
		for _, path := range paths {
			asked := [2]string{methods[rng.Intn(len(methods))], path}
			_, info := withInfo(asked[0], asked[1])
			row.Asked = append(row.Asked, asked)
			row.Counts = append(row.Counts, tracker.GetInterestedWatchCount(info))
		}
		rows = append(rows, row)
	}
	writeVectors(t, "watch-counts", rows)
}
