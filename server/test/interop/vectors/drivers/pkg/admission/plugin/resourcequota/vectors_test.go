package resourcequota

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	resourcequotaapi "k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/apiserver/pkg/quota/v1/generic"
)

type selectors = []corev1.ScopedResourceSelectorRequirement

// statedEvaluator takes the usage of an object from its annotations, and its scopes from its labels.
type statedEvaluator struct{}

func (statedEvaluator) GroupResource() schema.GroupResource {
	return schema.GroupResource{Resource: "pods"}
}

func (statedEvaluator) Handles(a admission.Attributes) bool {
	return (a.GetSubresource() == "" || a.GetSubresource() == "status") && (a.GetOperation() == admission.Create || a.GetOperation() == admission.Update)
}

func (e statedEvaluator) Constraints(required []corev1.ResourceName, item runtime.Object) error {
	usage, _ := e.Usage(item)
	var missing []string
	for _, name := range required {
		if _, ok := usage[name]; !ok && name != "pods" {
			missing = append(missing, string(name))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	sort.Strings(missing)
	return errors.New("must specify " + strings.Join(missing, ","))
}

func (e statedEvaluator) Matches(q *corev1.ResourceQuota, item runtime.Object) (bool, error) {
	return generic.Matches(q, item, e.MatchingResources, inScope)
}

func inScope(selector corev1.ScopedResourceSelectorRequirement, object runtime.Object) (bool, error) {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return false, err
	}
	value, present := accessor.GetLabels()[string(selector.ScopeName)]
	among := false
	for _, each := range selector.Values {
		among = among || each == value
	}
	switch selector.Operator {
	case corev1.ScopeSelectorOpIn:
		return present && among, nil
	case corev1.ScopeSelectorOpNotIn:
		return !present || !among, nil
	case corev1.ScopeSelectorOpExists:
		return present, nil
	}
	return !present, nil
}

func (statedEvaluator) MatchingScopes(item runtime.Object, scopes selectors) (selectors, error) {
	matched := selectors{}
	for _, scope := range scopes {
		if ok, err := inScope(scope, item); err != nil {
			return nil, err
		} else if ok {
			matched = append(matched, scope)
		}
	}
	return matched, nil
}

func (statedEvaluator) UncoveredQuotaScopes(limited, matched selectors) (selectors, error) {
	uncovered := selectors{}
	for _, scope := range limited {
		covered := false
		for _, each := range matched {
			covered = covered || each.ScopeName == scope.ScopeName
		}
		if !covered {
			uncovered = append(uncovered, scope)
		}
	}
	return uncovered, nil
}

func (statedEvaluator) MatchingResources(names []corev1.ResourceName) []corev1.ResourceName {
	return quota.Intersection(names, []corev1.ResourceName{"cpu", "memory", "pods"})
}

func (statedEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	accessor, err := meta.Accessor(item)
	if err != nil {
		return nil, err
	}
	usage := corev1.ResourceList{}
	for name, value := range accessor.GetAnnotations() {
		usage[corev1.ResourceName(name)] = resource.MustParse(value)
	}
	return usage, nil
}

func (statedEvaluator) UsageStats(quota.UsageStatsOptions) (quota.UsageStats, error) {
	return quota.UsageStats{}, nil
}

type quotaRow struct {
	Resource string `json:"resource"`
	// Matched scopes and parts of names that must be covered by a quota.
	Limited []resourcequotaapi.LimitedResource `json:"limited,omitempty"`
	Quotas  []corev1.ResourceQuota             `json:"quotas"`
	Batches []batchRow                         `json:"batches"`
}

type batchRow struct {
	// How often writing the quota of each name fails with a conflict, before it is changed by another.
	Conflicts map[string]int `json:"conflicts,omitempty"`
	Requests  []requestRow   `json:"requests"`
	// What is used afterwards, by quota.
	Used   map[string]map[string]string `json:"used"`
	Writes int                          `json:"writes"`
}

type requestRow struct {
	Operation   string      `json:"operation"`
	Subresource string      `json:"subresource,omitempty"`
	DryRun      bool        `json:"dryRun,omitempty"`
	Object      *corev1.Pod `json:"object"`
	Old         *corev1.Pod `json:"old,omitempty"`
	Error       string      `json:"error,omitempty"`
}

type scriptedAccess struct {
	quotas    []corev1.ResourceQuota
	conflicts map[string]int
	writes    int
}

func (a *scriptedAccess) GetQuotas(string) ([]corev1.ResourceQuota, error) {
	return copyQuotas(a.quotas)
}

func (a *scriptedAccess) UpdateQuotaStatus(changed *corev1.ResourceQuota) error {
	a.writes++
	for index := range a.quotas {
		if a.quotas[index].Name != changed.Name {
			continue
		}
		if a.conflicts[changed.Name] > 0 {
			a.conflicts[changed.Name]--
			for name, used := range a.quotas[index].Status.Used {
				used.Add(resource.MustParse("1"))
				a.quotas[index].Status.Used[name] = used
			}
			return apierrors.NewConflict(schema.GroupResource{Resource: "resourcequotas"}, changed.Name, errors.New("it has changed"))
		}
		a.quotas[index].Status.Used = changed.Status.Used
	}
	return nil
}

func TestVectorsOfQuotas(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	once := func(times int) bool { return rng.Intn(times) == 0 }
	scopes := func() (result selectors) {
		for n := rng.Intn(3); n > 0; n-- {
			selector := corev1.ScopedResourceSelectorRequirement{ScopeName: corev1.ResourceQuotaScope(one("Best", "Class")), Operator: corev1.ScopeSelectorOperator(one("In", "NotIn", "Exists", "DoesNotExist"))}
			if selector.Operator == "In" || selector.Operator == "NotIn" {
				selector.Values = []string{one("high", "low"), one("low", "none")}
			}
			result = append(result, selector)
		}
		return result
	}
	counted := []string{"count/pods", "cpu", "memory", "pods", "odd"}
	pod := func(name string) *corev1.Pod {
		made := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "ns", Annotations: map[string]string{}, Labels: map[string]string{}}}
		for _, each := range []string{"cpu", "memory", "pods"} {
			if !once(4) {
				made.Annotations[each] = one("0", "1", "1", "2", "500m", "1Gi", "3")
			}
		}
		if once(25) {
			made.Annotations["cpu"] = "-1"
		}
		for _, each := range []string{"Best", "Class"} {
			if once(2) {
				made.Labels[each] = one("high", "low", "none")
			}
		}
		return made
	}
	var rows []quotaRow
	for len(rows) < 500 {
		row := quotaRow{Resource: one("pods", "pods", "pods", "configmaps")}
		for n := rng.Intn(3) * rng.Intn(2); n > 0; n-- {
			limited := resourcequotaapi.LimitedResource{Resource: one(row.Resource, row.Resource, "services"), MatchScopes: scopes()}
			for n := rng.Intn(3); n > 0; n-- {
				limited.MatchContains = append(limited.MatchContains, one("cpu", "mem", "pods", "count/", "x"))
			}
			row.Limited = append(row.Limited, limited)
		}
		for n := rng.Intn(4); n > 0; n-- {
			q := corev1.ResourceQuota{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("q%d", n), Namespace: "ns", ResourceVersion: "1"}}
			q.Status = corev1.ResourceQuotaStatus{Hard: corev1.ResourceList{}, Used: corev1.ResourceList{}}
			names := counted
			if row.Resource == "configmaps" {
				names = []string{"count/configmaps", "odd", "cpu"}
			}
			for _, name := range names {
				if once(2) {
					q.Status.Hard[corev1.ResourceName(name)] = resource.MustParse(one("0", "2", "3", "5", "2Gi", "10"))
					if !once(12) {
						q.Status.Used[corev1.ResourceName(name)] = resource.MustParse(one("0", "0", "0", "1", "500m", "4"))
					}
				}
			}
			if once(3) {
				q.Spec.Scopes = []corev1.ResourceQuotaScope{corev1.ResourceQuotaScope(one("Best", "Class"))}
			}
			if chosen := scopes(); once(3) && len(chosen) > 0 {
				q.Spec.ScopeSelector = &corev1.ScopeSelector{MatchExpressions: chosen}
			}
			row.Quotas = append(row.Quotas, q)
		}
		given, _ := copyQuotas(row.Quotas)
		access := &scriptedAccess{quotas: given}
		stop := make(chan struct{})
		registry := generic.NewRegistry([]quota.Evaluator{statedEvaluator{}, generic.NewObjectCountEvaluator(schema.GroupResource{Resource: "configmaps"}, nil, "")})
		evaluator := NewQuotaEvaluator(access, nil, registry, nil, &resourcequotaapi.Configuration{LimitedResources: row.Limited}, 0, stop).(*quotaEvaluator)
		for n := 1 + rng.Intn(4); n > 0; n-- {
			batch := batchRow{}
			var waiters []*admissionWaiter
			for n := 1 + rng.Intn(3)*rng.Intn(2); n > 0; n-- {
				name := fmt.Sprintf("p%d", n)
				request := requestRow{Operation: one("CREATE", "CREATE", "CREATE", "UPDATE", "UPDATE"), Subresource: one("", "", "", "", "status", "scale"), DryRun: once(8), Object: pod(name)}
				if request.Operation == "UPDATE" && !once(8) {
					request.Old = pod(name)
					if !once(6) {
						request.Old.ResourceVersion = "5"
					}
				}
				var old runtime.Object
				if request.Old != nil {
					old = request.Old
				}
				a := admission.NewAttributesRecord(request.Object.DeepCopy(), old, corev1.SchemeGroupVersion.WithKind("Pod"), "ns", name,
					corev1.SchemeGroupVersion.WithResource(row.Resource), request.Subresource, admission.Operation(request.Operation), nil, request.DryRun, nil)
				if !evaluator.registry.Get(schema.GroupResource{Resource: row.Resource}).Handles(a) {
					continue
				}
				waiters = append(waiters, newAdmissionWaiter(a))
				batch.Requests = append(batch.Requests, request)
			}
			if len(waiters) == 0 {
				continue
			}
			// What was refused already is not looked at again here, which upstream does after a conflict.
			if len(waiters) == 1 && once(3) {
				batch.Conflicts = map[string]int{}
				for _, q := range row.Quotas {
					batch.Conflicts[q.Name] = rng.Intn(6) * rng.Intn(2)
				}
			}
			access.conflicts = map[string]int{}
			for name, count := range batch.Conflicts {
				access.conflicts[name] = count
			}
			access.writes = 0
			evaluator.checkAttributes("ns", waiters)
			for index, waiter := range waiters {
				if waiter.result != nil {
					batch.Requests[index].Error = waiter.result.Error()
				}
			}
			batch.Writes = access.writes
			batch.Used = map[string]map[string]string{}
			for _, q := range access.quotas {
				batch.Used[q.Name] = map[string]string{}
				for name, used := range q.Status.Used {
					batch.Used[q.Name][string(name)] = used.String()
				}
			}
			row.Batches = append(row.Batches, batch)
		}
		close(stop)
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/quotas.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}
