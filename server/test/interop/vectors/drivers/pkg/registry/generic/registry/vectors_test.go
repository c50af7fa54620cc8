package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"

	apitesting "k8s.io/apimachinery/pkg/api/apitesting"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/apis/example"
	examplev1 "k8s.io/apiserver/pkg/apis/example/v1"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"
)

// A step: what is asked, and what is answered.
type storeStep struct {
	Op           string   `json:"op"`
	Name         string   `json:"name,omitempty"`
	GenerateName string   `json:"generateName,omitempty"`
	Finalizers   []string `json:"finalizers,omitempty"`
	Label        string   `json:"label,omitempty"`
	// none, current, stale or bad: of an update, and of the preconditions of a deletion.
	Version     string  `json:"version,omitempty"`
	UID         string  `json:"uid,omitempty"`
	Force       bool    `json:"force,omitempty"`
	DryRun      bool    `json:"dryRun,omitempty"`
	Grace       *int64  `json:"grace,omitempty"`
	Propagation *string `json:"propagation,omitempty"`
	Orphan      *bool   `json:"orphan,omitempty"`

	Error   *shownError   `json:"error,omitempty"`
	Status  bool          `json:"status,omitempty"`
	Objects []shownObject `json:"objects,omitempty"`
	Done    bool          `json:"done"`
}

type shownError struct {
	Code    int32  `json:"code"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

type shownObject struct {
	Name       string   `json:"name"`
	Finalizers []string `json:"finalizers"`
	Label      string   `json:"label"`
	Deleting   bool     `json:"deleting"`
	Grace      *int64   `json:"grace"`
	Generation int64    `json:"generation"`
}

type storeRun struct {
	// none, asked or always: whether deletions wait, without a grace period of their own for 30 seconds.
	Graceful      string      `json:"graceful"`
	Collected     bool        `json:"collected"`
	Policy        string      `json:"policy"`
	CreateOnWrite bool        `json:"createOnUpdate"`
	Unconditional bool        `json:"unconditional"`
	Steps         []storeStep `json:"steps"`
}

type vectorStrategy struct{ *testRESTStrategy }

func (s vectorStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {
	obj.(*example.Pod).Generation = 1
}

type collectedStrategy struct {
	vectorStrategy
	policy rest.GarbageCollectionPolicy
}

func (s collectedStrategy) DefaultGarbageCollectionPolicy(ctx context.Context) rest.GarbageCollectionPolicy {
	return s.policy
}

type waitingStrategy struct {
	collectedStrategy
	always bool
}

func (s waitingStrategy) CheckGracefulDelete(ctx context.Context, obj runtime.Object, options *metav1.DeleteOptions) bool {
	if options.GracePeriodSeconds == nil {
		if !s.always {
			return false
		}
		seconds := int64(30)
		options.GracePeriodSeconds = &seconds
	}
	return true
}

func TestVectorsOfStore(t *testing.T) {
	destroy, store := NewTestGenericStoreRegistry(t)
	defer destroy()
	store.Storage.Codec = apitesting.TestStorageCodec(codecs, examplev1.SchemeGroupVersion)
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	var runs []storeRun
	for len(runs) < 24 {
		run := storeRun{Graceful: one("none", "asked", "always"), Collected: rng.Intn(4) > 0, Policy: one("background", "orphan", "unsupported"),
			CreateOnWrite: rng.Intn(2) == 0, Unconditional: rng.Intn(2) == 0}
		base := vectorStrategy{&testRESTStrategy{scheme, names.SimpleNameGenerator, true, run.CreateOnWrite, run.Unconditional}}
		policy := map[string]rest.GarbageCollectionPolicy{"background": rest.DeleteDependents, "orphan": rest.OrphanDependents, "unsupported": rest.Unsupported}
		collected := collectedStrategy{base, policy[run.Policy]}
		store.CreateStrategy, store.UpdateStrategy, store.DeleteStrategy = base, base, collected
		if run.Graceful != "none" {
			store.DeleteStrategy = waitingStrategy{collected, run.Graceful == "always"}
		}
		store.EnableGarbageCollection = run.Collected
		play(store, &run, rng, fmt.Sprintf("r%d", len(runs)))
		runs = append(runs, run)
	}
	data, err := json.Marshal(runs)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/store.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func play(store *Store, run *storeRun, rng *rand.Rand, prefix string) {
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	ctx := genericapirequest.WithNamespace(genericapirequest.NewContext(), "test")
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{IsResourceRequest: true, APIGroup: "wardle.example.com", APIVersion: "v1", Resource: "flunders"})
	finalizers := [][]string{nil, nil, {"example.com/a"}, {"example.com/a", "example.com/b"}, {"orphan"}, {"foregroundDeletion"}, {"orphan", "foregroundDeletion", "example.com/a"}}
	for n := 0; n < 50; n++ {
		step := storeStep{Op: one("create", "create", "update", "update", "delete", "delete", "delete", "get", "deleteCollection"), Name: one("a", "b", "c")}
		step.DryRun = rng.Intn(6) == 0 && step.Op != "get"
		current := &example.Pod{}
		if found, err := store.Get(ctx, prefix+step.Name, &metav1.GetOptions{}); err == nil {
			current = found.(*example.Pod)
		}
		switch step.Op {
		case "create", "update":
			step.Finalizers, step.Label = finalizers[rng.Intn(len(finalizers))], one("x", "y", "z")
			step.Version, step.UID = "none", "none"
			if step.Op == "update" {
				step.Version, step.UID = one("none", "current", "current", "stale", "bad"), one("none", "none", "current", "other")
				step.Force = rng.Intn(5) == 0
			} else if rng.Intn(8) == 0 {
				step.Version = "stale"
			}
		case "delete", "deleteCollection":
			step.Version, step.UID = one("none", "none", "none", "current", "stale"), one("none", "none", "none", "current", "other")
			if step.Op == "deleteCollection" {
				step.Version, step.UID, step.Label, step.Name = "none", "none", one("x", "y", "z"), ""
			}
			if rng.Intn(2) == 0 {
				grace := []int64{0, 0, 5, 30, 60, -1}[rng.Intn(6)]
				step.Grace = &grace
			}
			if rng.Intn(2) == 0 {
				policy := one("Orphan", "Background", "Foreground", "Foreground", "Odd")
				step.Propagation = &policy
			} else if rng.Intn(4) == 0 {
				orphan := rng.Intn(2) == 0
				step.Orphan = &orphan
			}
		}
		do(ctx, store, &step, current, prefix)
		run.Steps = append(run.Steps, step)
	}
}

func do(ctx context.Context, store *Store, step *storeStep, current *example.Pod, prefix string) {
	var dryRun []string
	if step.DryRun {
		dryRun = []string{metav1.DryRunAll}
	}
	version := map[string]string{"none": "", "current": current.ResourceVersion, "stale": "1", "bad": "x"}[step.Version]
	uid := map[string]types.UID{"none": "", "current": current.UID, "other": "other"}[step.UID]
	pod := &example.Pod{ObjectMeta: metav1.ObjectMeta{Name: prefix + step.Name, Namespace: "test", Finalizers: step.Finalizers,
		Labels: map[string]string{"l": step.Label, "run": prefix}, ResourceVersion: version}}
	options := &metav1.DeleteOptions{DryRun: dryRun, GracePeriodSeconds: step.Grace, OrphanDependents: step.Orphan}
	if step.Propagation != nil {
		policy := metav1.DeletionPropagation(*step.Propagation)
		options.PropagationPolicy = &policy
	}
	if version != "" || uid != "" {
		options.Preconditions = &metav1.Preconditions{}
		if version != "" {
			options.Preconditions.ResourceVersion = &version
		}
		if uid != "" {
			options.Preconditions.UID = &uid
		}
	}
	var answer runtime.Object
	var err error
	switch step.Op {
	case "create":
		answer, err = store.Create(ctx, pod, rest.ValidateAllObjectFunc, &metav1.CreateOptions{DryRun: dryRun})
	case "update":
		pod.UID = uid
		if step.UID == "none" {
			pod.UID = ""
		}
		answer, step.Done, err = store.Update(ctx, pod.Name, rest.DefaultUpdatedObjectInfo(pod), rest.ValidateAllObjectFunc, rest.ValidateAllObjectUpdateFunc, step.Force, &metav1.UpdateOptions{DryRun: dryRun})
	case "delete":
		answer, step.Done, err = store.Delete(ctx, pod.Name, rest.ValidateAllObjectFunc, options)
	case "get":
		answer, err = store.Get(ctx, pod.Name, &metav1.GetOptions{})
	case "deleteCollection":
		selector := labels.SelectorFromSet(labels.Set{"l": step.Label, "run": prefix})
		answer, err = store.DeleteCollection(ctx, rest.ValidateAllObjectFunc, options, &metainternalversion.ListOptions{LabelSelector: selector})
	}
	if err != nil {
		step.Error, step.Done = shownErrorOf(err, current, prefix), false
		return
	}
	switch found := answer.(type) {
	case *example.Pod:
		step.Objects = []shownObject{shownObjectOf(found, prefix)}
	case *example.PodList:
		step.Objects = []shownObject{}
		for index := range found.Items {
			step.Objects = append(step.Objects, shownObjectOf(&found.Items[index], prefix))
		}
	case *metav1.Status:
		step.Status = true
	}
}

var numbers = regexp.MustCompile(`(ResourceVersion[a-z ]*: |\()[0-9]+`)

func shownErrorOf(err error, current *example.Pod, prefix string) *shownError {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return &shownError{500, "", err.Error()}
	}
	message := status.Status().Message
	if current.UID != "" {
		message = strings.ReplaceAll(message, string(current.UID), "UID")
	}
	message = strings.NewReplacer(prefix, "", "Pod.example.apiserver.k8s.io", "Flunder.wardle.example.com", "/pods/", "/flunders/").Replace(message)
	return &shownError{status.Status().Code, string(status.Status().Reason), numbers.ReplaceAllString(message, "${1}N")}
}

func shownObjectOf(pod *example.Pod, prefix string) shownObject {
	return shownObject{strings.TrimPrefix(pod.Name, prefix), append([]string{}, pod.Finalizers...), pod.Labels["l"],
		pod.DeletionTimestamp != nil, pod.DeletionGracePeriodSeconds, pod.Generation}
}
