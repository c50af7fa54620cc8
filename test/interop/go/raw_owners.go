package main

import (
	"encoding/json"
	"fmt"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

func init() {
	register(map[string]func(*request) answer{"rawowners": rawOwners})
}

var claimKind = resourcev1.SchemeGroupVersion.WithKind("ResourceClaim")

// rawStep writes a claim whose parameters are Text, or changes its labels.
type rawStep struct {
	// Verb is "write" or "apply", or "strategic", "merge" or "label" (an apply), which add a label.
	Verb string `json:"verb"`
	Text string `json:"text"`
}

// rawOwners plays requests (in: list of steps) as the API server does, storing the object as protobuf after each, and gives
// the managers of the spec and the stored text of the raw JSON.
func rawOwners(r *request) answer {
	var steps []rawStep
	if err := json.Unmarshal(r.In, &steps); err != nil {
		return failure(err)
	}
	fields, err := managedfields.NewDefaultFieldManager(
		typedConverter(), scheme, noDefaults{}, scheme, claimKind, claimKind.GroupVersion(), "", nil)
	if err != nil {
		return failure(err)
	}
	live := &resourcev1.ResourceClaim{}
	live.SetGroupVersionKind(claimKind)
	results := []answer{}
	for i, s := range steps {
		next, err := s.do(fields, live, fmt.Sprint("m", i))
		if err != nil {
			return failure(err)
		}
		if live, err = stored(next); err != nil {
			return failure(err)
		}
		results = append(results, answer{"owners": specOwners(live.ManagedFields), "raw": rawParameters(live)})
	}
	return answer{"steps": results}
}

const labelled = `{"metadata":{"labels":{"x":"y"}}}`

func (s rawStep) do(fields *managedfields.FieldManager, live *resourcev1.ResourceClaim, manager string) (runtime.Object, error) {
	next := &resourcev1.ResourceClaim{}
	switch s.Verb {
	case "write":
		if err := decodeClaim([]byte(claimText(s.Text)), next); err != nil {
			return nil, err
		}
		next.ManagedFields = live.ManagedFields
	case "strategic":
		before, err := runtime.DefaultUnstructuredConverter.ToUnstructured(live)
		if err != nil {
			return nil, err
		}
		patch := map[string]any{}
		if err := json.Unmarshal([]byte(labelled), &patch); err != nil {
			return nil, err
		}
		after, err := strategicpatch.StrategicMergeMapPatch(before, patch, next)
		if err != nil {
			return nil, err
		}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(after, next); err != nil {
			return nil, err
		}
	case "merge":
		before, err := json.Marshal(live)
		if err != nil {
			return nil, err
		}
		after, err := jsonpatch.MergePatch(before, []byte(labelled))
		if err != nil {
			return nil, err
		}
		if err := decodeClaim(after, next); err != nil {
			return nil, err
		}
	default:
		return s.apply(fields, live, manager)
	}
	return fields.Update(live, next, manager)
}

func (s rawStep) apply(fields *managedfields.FieldManager, live *resourcev1.ResourceClaim, manager string) (runtime.Object, error) {
	text := claimText(s.Text)
	if s.Verb == "label" {
		text = `{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"a","labels":{"x":"y"}}}`
	}
	config := &unstructured.Unstructured{}
	if err := config.UnmarshalJSON([]byte(text)); err != nil {
		return nil, err
	}
	return fields.Apply(live, config, manager, true)
}

func claimText(parameters string) string {
	return `{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"a"},"spec":{"devices":{"config":[` +
		`{"opaque":{"driver":"example.com","parameters":` + parameters + `}}]}}}`
}

func decodeClaim(data []byte, into *resourcev1.ResourceClaim) error {
	_, _, err := serializer.NewCodecFactory(scheme).UniversalDeserializer().Decode(data, nil, into)
	return err
}

// stored gives the object as it is read from storage.
func stored(object runtime.Object) (*resourcev1.ResourceClaim, error) {
	codec := protobuf.NewSerializer(scheme, scheme)
	data, err := runtime.Encode(codec, object)
	if err != nil {
		return nil, err
	}
	read := &resourcev1.ResourceClaim{}
	_, _, err = codec.Decode(data, nil, read)
	read.SetGroupVersionKind(claimKind)
	return read, err
}

func specOwners(entries []metav1.ManagedFieldsEntry) []string {
	owners := []string{}
	for _, entry := range entries {
		if strings.Contains(entry.FieldsV1.GetRawString(), "f:spec") {
			owners = append(owners, entry.Manager)
		}
	}
	return owners
}

func rawParameters(claim *resourcev1.ResourceClaim) string {
	return string(claim.Spec.Devices.Config[0].Opaque.Parameters.Raw)
}
