package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/client-go/applyconfigurations"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

func init() {
	register(map[string]func(*request) answer{
		"ssa":         serverSideApply,
		"fieldset":    fieldSets,
		"bench.apply": benchmark(applyCall),
	})
}

// step of a history: an object written by a manager, or what a manager applied taken out again.
type step struct {
	// Verb is "apply", "update" or "extract".
	Verb    string          `json:"verb"`
	Manager string          `json:"manager"`
	Force   bool            `json:"force"`
	Object  json.RawMessage `json:"object"`
}

// history of one object.
type history struct {
	gvk       schema.GroupVersionKind
	typed     bool
	converter managedfields.TypeConverter
	manager   *managedfields.FieldManager
	live      runtime.Object
}

var typedConverter = sync.OnceValue(func() managedfields.TypeConverter {
	return applyconfigurations.NewTypeConverter(scheme)
})

// newHistory has types as the API server does (type "scheme") or deduces them (anything else).
func newHistory(r *request) (*history, error) {
	gvk, err := r.gvk()
	if err != nil {
		return nil, err
	}
	h := &history{gvk: gvk, typed: r.Type == "scheme"}
	if !h.typed {
		h.converter = managedfields.NewDeducedTypeConverter()
		h.live = &unstructured.Unstructured{}
		h.live.GetObjectKind().SetGroupVersionKind(gvk)
		h.manager, err = managedfields.NewDefaultCRDFieldManager(
			h.converter, asIs{}, noDefaults{}, unstructuredCreater{}, gvk, gvk.GroupVersion(), "", nil)
		return h, err
	}
	h.converter = typedConverter()
	if h.live, err = scheme.New(gvk); err != nil {
		return nil, err
	}
	h.live.GetObjectKind().SetGroupVersionKind(gvk)
	h.manager, err = managedfields.NewDefaultFieldManager(
		h.converter, scheme, noDefaults{}, scheme, gvk, gvk.GroupVersion(), "", nil)
	return h, err
}

// serverSideApply plays a history (in: list of steps) of one object of any kind and gives the object with its managed
// fields after each step. Times are left out. For a rejection it records whether it was a conflict, and its subject.
func serverSideApply(r *request) answer {
	var steps []step
	if err := json.Unmarshal(r.In, &steps); err != nil {
		return failure(err)
	}
	h, err := newHistory(r)
	if err != nil {
		return failure(err)
	}
	if _, err := h.converter.ObjectToTyped(h.live); err != nil {
		return answer{"badop": true, "error": err.Error()} // No client has types of this kind.
	}
	results := []answer{}
	for _, s := range steps {
		result, err := h.do(s)
		if err != nil {
			result = refusal(err)
		}
		results = append(results, result)
	}
	return answer{"steps": results}
}

// applyCall plays a history like serverSideApply but for its last step, an apply that is done again and again.
func applyCall(r *request) (func() error, error) {
	var steps []step
	if err := json.Unmarshal(r.In, &steps); err != nil {
		return nil, err
	}
	h, err := newHistory(r)
	if err != nil {
		return nil, err
	}
	last := len(steps) - 1
	for _, s := range steps[:last] {
		if _, err := h.do(s); err != nil {
			return nil, err
		}
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(steps[last].Object); err != nil {
		return nil, err
	}
	return func() error {
		sink, err = h.manager.Apply(h.live, object, steps[last].Manager, steps[last].Force)
		return err
	}, nil
}

func (h *history) do(s step) (answer, error) {
	if s.Verb == "extract" {
		return h.extract(s.Manager)
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(s.Object); err != nil {
		return nil, err
	}
	var next runtime.Object
	var err error
	if s.Verb == "apply" {
		next, err = h.manager.Apply(h.live, object, s.Manager, s.Force)
	} else {
		next, err = h.update(object, s.Manager)
	}
	if err != nil {
		return nil, err
	}
	h.live = next
	return stepResult(h.live), nil
}

func (h *history) update(object *unstructured.Unstructured, manager string) (runtime.Object, error) {
	var next runtime.Object = object
	if h.typed {
		var err error
		if next, err = scheme.New(h.gvk); err != nil {
			return nil, err
		}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, next); err != nil {
			return nil, err
		}
	}
	return h.manager.Update(h.live, next, manager)
}

// extract gives what ExtractInto takes out of the object, whose types it wants in another form than a converter has them.
func (h *history) extract(manager string) (answer, error) {
	value, err := h.converter.ObjectToTyped(h.live)
	if err != nil {
		return nil, err
	}
	accessor, err := meta.Accessor(h.live)
	if err != nil {
		return nil, err
	}
	for _, entry := range accessor.GetManagedFields() {
		if entry.Manager != manager || entry.Operation != metav1.ManagedFieldsOperationApply || entry.Subresource != "" {
			continue
		}
		set := &fieldpath.Set{}
		if err := set.FromJSON(entry.FieldsV1.GetRawReader()); err != nil {
			return nil, err
		}
		extracted, isMap := value.ExtractItems(set.Leaves()).AsValue().Unstructured().(map[string]any)
		if !isMap {
			return nil, errors.New("nothing but a map can be extracted")
		}
		delete(extracted, "apiVersion")
		delete(extracted, "kind")
		out, err := json.Marshal(extracted)
		return answer{"extracted": string(out)}, err
	}
	return answer{"extracted": ""}, nil
}

// refusal names the causes of a conflict in alphabetical order; Go's own is random.
func refusal(err error) answer {
	var status apierrors.APIStatus
	if !errors.As(err, &status) || status.Status().Details == nil {
		return answer{"refused": true}
	}
	causes := []string{}
	for _, cause := range status.Status().Details.Causes {
		causes = append(causes, fmt.Sprintf("%s: %s: %s", cause.Type, cause.Message, cause.Field))
	}
	sort.Strings(causes)
	return answer{"refused": true, "code": status.Status().Code, "causes": causes}
}

// fieldSets reads two sets of fields (original, modified) and gives what the operations make of them.
func fieldSets(r *request) answer {
	sets := []*fieldpath.Set{}
	for _, text := range [][]byte{r.Original, r.Modified} {
		set := &fieldpath.Set{}
		if err := set.FromJSON(bytes.NewReader(text)); err != nil {
			return failure(err)
		}
		sets = append(sets, set)
	}
	a, b := sets[0], sets[1]
	result := answer{"equals": a.Equals(b), "size": a.Size(), "empty": a.Empty()}
	for name, set := range map[string]*fieldpath.Set{
		"a":                   a,
		"union":               a.Union(b),
		"intersection":        a.Intersection(b),
		"difference":          a.Difference(b),
		"recursiveDifference": a.RecursiveDifference(b),
		"leaves":              a.Leaves(),
	} {
		text, err := set.ToJSON()
		if err != nil {
			return failure(err)
		}
		result[name] = string(text)
	}
	return result
}

func stepResult(object runtime.Object) answer {
	copied := object.DeepCopyObject()
	accessor, err := meta.Accessor(copied)
	if err != nil {
		return failure(err)
	}
	entries := accessor.GetManagedFields()
	for i := range entries {
		entries[i].Time = nil
	}
	key := func(i int) string {
		return fmt.Sprint(entries[i].Operation, " ", entries[i].Manager, " ", entries[i].FieldsV1.GetRawString())
	}
	sort.SliceStable(entries, func(i, j int) bool { return key(i) < key(j) })
	accessor.SetManagedFields(entries)
	out, err := json.Marshal(copied)
	return either(answer{"out": string(out)}, err)
}

// asIs converts nothing: every version of an unstructured object has the same fields here.
type asIs struct{}

func (asIs) Convert(in, out, context any) error { return nil }

func (asIs) ConvertToVersion(in runtime.Object, gv runtime.GroupVersioner) (runtime.Object, error) {
	return in, nil
}

func (asIs) ConvertFieldLabel(gvk schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}

type noDefaults struct{}

func (noDefaults) Default(runtime.Object) {}

type unstructuredCreater struct{}

func (unstructuredCreater) New(gvk schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(gvk)
	return object, nil
}
