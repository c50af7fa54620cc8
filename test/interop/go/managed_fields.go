package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
)

func init() {
	register(map[string]func(*request) answer{"ssa": serverSideApply})
}

// step of a history: an object written by a manager.
type step struct {
	// Verb is "apply" or "update".
	Verb    string          `json:"verb"`
	Manager string          `json:"manager"`
	Force   bool            `json:"force"`
	Object  json.RawMessage `json:"object"`
}

// serverSideApply plays a history (in: list of steps) of one object of any kind, its fields merged by their deduced types,
// and gives the object with its managed fields after each step. Times are left out.
func serverSideApply(r *request) answer {
	var steps []step
	if err := json.Unmarshal(r.In, &steps); err != nil {
		return failure(err)
	}
	gvk, err := r.gvk()
	if err != nil {
		return failure(err)
	}
	manager, err := managedfields.NewDefaultCRDFieldManager(
		managedfields.NewDeducedTypeConverter(), asIs{}, noDefaults{}, unstructuredCreater{}, gvk, gvk.GroupVersion(), "", nil)
	if err != nil {
		return failure(err)
	}
	live := runtime.Object(&unstructured.Unstructured{})
	live.GetObjectKind().SetGroupVersionKind(gvk)
	results := []answer{}
	for _, s := range steps {
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(s.Object); err != nil {
			return failure(err)
		}
		var next runtime.Object
		if s.Verb == "apply" {
			next, err = manager.Apply(live, object, s.Manager, s.Force)
		} else {
			next, err = manager.Update(live, object, s.Manager)
		}
		if err != nil {
			results = append(results, failure(err))
			continue
		}
		live = next
		results = append(results, stepResult(live))
	}
	return answer{"steps": results}
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
