package main

import (
	"math/rand"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/randfill"
)

func init() {
	register(map[string]func(*request) answer{"fuzz": fill})
}

// fill gives an object of a kind with reproducible random content (sec: the seed, total: most elements of a list or map).
// What carries JSON is filled with a fixed document, because most random bytes are none.
func fill(r *request) answer {
	object, gvk, err := r.newObject()
	if err != nil {
		return failure(err)
	}
	most := r.Total
	if most <= 0 {
		most = 2
	}
	filler := fuzzer.FuzzerFor(metafuzzer.Funcs, rand.NewSource(r.Sec), codecs)
	filler = filler.NilChance(.4).NumElements(1, most).MaxDepth(8)
	filler = filler.Funcs(
		func(s *runtime.RawExtension, c randfill.Continue) {
			s.Raw = []byte(`{"apiVersion":"example.com/v1","kind":"Thing","z":1,"a":[true,null,"x<y"]}`)
		},
		func(s *metav1.FieldsV1, c randfill.Continue) {
			s.SetRawBytes([]byte(`{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}`))
		},
	)
	filler = filler.Funcs(schemaFillers...)
	filler.Fill(object)
	object.GetObjectKind().SetGroupVersionKind(gvk)
	result := answer{"gvk": gvkText(gvk)}
	inEveryFormat(result, object, "json", "yaml", "pb", "cbor")
	return result
}

// schemaFillers keep to the shapes that the JSON of apiextensions can say: a schema, or its alternatives.
var schemaFillers = []any{
	func(s *apiextensionsv1.JSON, c randfill.Continue) { s.Raw = someJSON(c) },
	func(s *apiextensionsv1beta1.JSON, c randfill.Continue) { s.Raw = someJSON(c) },
	func(s *apiextensionsv1.JSONSchemaPropsOrBool, c randfill.Continue) {
		if s.Allows = c.Bool(); s.Allows && c.Bool() {
			s.Schema = &apiextensionsv1.JSONSchemaProps{Type: c.String(10)}
		}
	},
	func(s *apiextensionsv1beta1.JSONSchemaPropsOrBool, c randfill.Continue) {
		if s.Allows = c.Bool(); s.Allows && c.Bool() {
			s.Schema = &apiextensionsv1beta1.JSONSchemaProps{Type: c.String(10)}
		}
	},
	func(s *apiextensionsv1.JSONSchemaPropsOrArray, c randfill.Continue) {
		schema := apiextensionsv1.JSONSchemaProps{Type: c.String(10)}
		if c.Bool() {
			s.Schema = &schema
		} else {
			s.JSONSchemas = []apiextensionsv1.JSONSchemaProps{schema, {}}
		}
	},
	func(s *apiextensionsv1beta1.JSONSchemaPropsOrArray, c randfill.Continue) {
		schema := apiextensionsv1beta1.JSONSchemaProps{Type: c.String(10)}
		if c.Bool() {
			s.Schema = &schema
		} else {
			s.JSONSchemas = []apiextensionsv1beta1.JSONSchemaProps{schema, {}}
		}
	},
	func(s *apiextensionsv1.JSONSchemaPropsOrStringArray, c randfill.Continue) {
		if c.Bool() {
			s.Schema = &apiextensionsv1.JSONSchemaProps{Type: c.String(10)}
		} else {
			s.Property = []string{c.String(10), c.String(10)}
		}
	},
	func(s *apiextensionsv1beta1.JSONSchemaPropsOrStringArray, c randfill.Continue) {
		if c.Bool() {
			s.Schema = &apiextensionsv1beta1.JSONSchemaProps{Type: c.String(10)}
		} else {
			s.Property = []string{c.String(10), c.String(10)}
		}
	},
}

var jsonValues = []string{`{"a":[1,"x<y",null]}`, `"text"`, `true`, `-7`, `[]`, `{}`, `1.5`}

func someJSON(c randfill.Continue) []byte { return []byte(jsonValues[c.Intn(len(jsonValues))]) }
