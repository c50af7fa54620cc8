package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/mergepatch"
)

type answer map[string]any

// operations by name. Each file adds those of its area.
var operations = map[string]func(*request) answer{}

func register(area map[string]func(*request) answer) {
	for name, operation := range area {
		operations[name] = operation
	}
}

// document is the text of a document: the content of a JSON string, or the JSON in the request.
type document []byte

func (d *document) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '"' {
		*d = append(document{}, data...)
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	*d = document(text)
	return nil
}

// request holds the fields of all operations; see the README of the interop folder.
type request struct {
	ID           any               `json:"id"`
	Op           string            `json:"op"`
	In           document          `json:"in"`
	In64         []byte            `json:"in64"`
	Format       string            `json:"format"`
	To           string            `json:"to"`
	Strict       bool              `json:"strict"`
	Unstructured bool              `json:"unstructured"`
	Original     document          `json:"original"`
	Patch        document          `json:"patch"`
	Modified     document          `json:"modified"`
	Current      document          `json:"current"`
	Overwrite    bool              `json:"overwrite"`
	Kind         string            `json:"kind"`
	APIVersion   string            `json:"apiVersion"`
	GVK          string            `json:"gvk"`
	Set          map[string]string `json:"set"`
	Selector     document          `json:"selector"`
	Key          string            `json:"key"`
	Operator     string            `json:"operator"`
	Values       []string          `json:"values"`
	A            string            `json:"a"`
	B            string            `json:"b"`
	By           int64             `json:"by"`
	Scale        int32             `json:"scale"`
	Type         string            `json:"type"`
	Sec          int64             `json:"sec"`
	Nano         int64             `json:"nano"`
	Total        int               `json:"total"`
	RoundUp      bool              `json:"roundUp"`
	Name         string            `json:"name"`
	Args         []any             `json:"args"`
}

func (r *request) data() []byte {
	if r.In64 != nil {
		return r.In64
	}
	return []byte(r.In)
}

func (r *request) text() string { return string(r.data()) }

func (r *request) stringArg(i int) string {
	if i >= len(r.Args) {
		return ""
	}
	s, _ := r.Args[i].(string)
	return s
}

func (r *request) intArg(i int) int {
	if i >= len(r.Args) {
		return 0
	}
	f, _ := r.Args[i].(float64)
	return int(f)
}

func (r *request) boolArg(i int) bool {
	if i >= len(r.Args) {
		return false
	}
	b, _ := r.Args[i].(bool)
	return b
}

func base64Text(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

func gvkText(gvk schema.GroupVersionKind) string { return gvk.GroupVersion().String() + "/" + gvk.Kind }

// failure is the error, with its class where Go has a predicate for it.
func failure(err error) answer {
	result := answer{"error": err.Error()}
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		findings := []string{}
		for _, finding := range strict.Errors() {
			findings = append(findings, finding.Error())
		}
		result["strict"] = findings
	}
	if sort := errorType(err); sort != "" {
		result["errorType"] = sort
	}
	return result
}

func errorType(err error) string {
	switch {
	case runtime.IsNotRegisteredError(err):
		return "NotRegistered"
	case runtime.IsMissingKind(err):
		return "MissingKind"
	case runtime.IsMissingVersion(err):
		return "MissingVersion"
	case runtime.IsStrictDecodingError(err):
		return "StrictDecoding"
	case mergepatch.IsConflict(err):
		return "Conflict"
	case mergepatch.IsPreconditionFailed(err):
		return "PreconditionFailed"
	case errors.Is(err, mergepatch.ErrBadJSONDoc):
		return "BadJSONDoc"
	}
	return ""
}

// either gives the answer, or what went wrong.
func either(result answer, err error) answer {
	if err != nil {
		return failure(err)
	}
	return result
}
