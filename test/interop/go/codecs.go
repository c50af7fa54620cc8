package main

import (
	"bytes"
	"fmt"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

func init() {
	register(map[string]func(*request) answer{
		"ping":          func(*request) answer { return answer{"ok": true} },
		"kinds":         kinds,
		"zero":          zero,
		"recode":        func(r *request) answer { return recode(r, r.Format, r.To) },
		"json2pb":       func(r *request) answer { return recode(r, "json", "pb") },
		"pb2json":       func(r *request) answer { return recode(r, "pb", "json") },
		"json2cbor":     func(r *request) answer { return recode(r, "json", "cbor") },
		"cbor2json":     func(r *request) answer { return recode(r, "cbor", "json") },
		"jsonroundtrip": func(r *request) answer { return recode(r, "json", "json") },
		"strictdecode":  strictDecode,
		"unstructured":  unstructuredRoundTrip,
		"utiljson":      utilJSON,
		"yaml2json":     yamlToJSON,
		"json2yaml":     jsonToYAML,
	})
}

func jsonSerializer(options json.SerializerOptions) *json.Serializer {
	return json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, options)
}

// decoders by format: the lenient one and the strict one. Protobuf has no strict one.
var decoders = map[string][2]runtime.Decoder{
	"auto": {codecs.UniversalDeserializer(), strictCodecs.UniversalDeserializer()},
	"json": {jsonSerializer(json.SerializerOptions{}), jsonSerializer(json.SerializerOptions{Strict: true})},
	"yaml": {
		jsonSerializer(json.SerializerOptions{Yaml: true}),
		jsonSerializer(json.SerializerOptions{Yaml: true, Strict: true}),
	},
	"pb":   {protobuf.NewSerializer(scheme, scheme), protobuf.NewSerializer(scheme, scheme)},
	"cbor": {cbor.NewSerializer(scheme, scheme), cbor.NewSerializer(scheme, scheme, cbor.Strict(true))},
}

var encoders = map[string]runtime.Encoder{
	"json":   jsonSerializer(json.SerializerOptions{}),
	"pretty": jsonSerializer(json.SerializerOptions{Pretty: true}),
	"yaml":   jsonSerializer(json.SerializerOptions{Yaml: true}),
	"pb":     protobuf.NewSerializer(scheme, scheme),
	"pbraw":  protobuf.NewRawSerializer(scheme, scheme),
	"cbor":   cbor.NewSerializer(scheme, scheme),
}

func isBinary(format string) bool { return format == "pb" || format == "pbraw" || format == "cbor" }

// write gives the document as text, or in base64 when it is binary.
func write(object runtime.Object, format string) (string, error) {
	encoder, known := encoders[format]
	if !known {
		return "", fmt.Errorf("unknown to %q", format)
	}
	var buffer bytes.Buffer
	if err := encoder.Encode(object, &buffer); err != nil {
		return "", err
	}
	if isBinary(format) {
		return base64Text(buffer.Bytes()), nil
	}
	return buffer.String(), nil
}

func parseGVK(text string) (schema.GroupVersionKind, error) {
	slash := strings.LastIndex(text, "/")
	if slash < 0 {
		return schema.GroupVersionKind{}, fmt.Errorf("gvk must be apiVersion/Kind, got %q", text)
	}
	gv, err := schema.ParseGroupVersion(text[:slash])
	return gv.WithKind(text[slash+1:]), err
}

// decode reads the document of a request; format "" means that it is recognised.
func decode(r *request, format string, strict bool) (runtime.Object, *schema.GroupVersionKind, error) {
	if format == "" {
		format = "auto"
	}
	pair, known := decoders[format]
	if !known {
		return nil, nil, fmt.Errorf("unknown format %q", format)
	}
	decoder := pair[0]
	if strict {
		decoder = pair[1]
	}
	var into runtime.Object
	if r.Unstructured {
		into = &unstructured.Unstructured{}
	}
	var defaults *schema.GroupVersionKind
	if r.GVK != "" {
		gvk, err := parseGVK(r.GVK)
		if err != nil {
			return nil, nil, err
		}
		defaults = &gvk
	}
	return decoder.Decode(r.data(), defaults, into)
}

func isNil(object runtime.Object) bool {
	return object == nil || (reflect.ValueOf(object).Kind() == reflect.Pointer && reflect.ValueOf(object).IsNil())
}

func recode(r *request, format, to string) answer {
	object, gvk, err := decode(r, format, r.Strict)
	result := answer{}
	if err != nil {
		result = failure(err)
	}
	if gvk != nil {
		result["gvk"] = gvkText(*gvk)
	}
	if isNil(object) || (err != nil && !runtime.IsStrictDecodingError(err)) {
		return result
	}
	if to == "" {
		to = "json"
	}
	out, err := write(object, to)
	switch {
	case err != nil:
		result["encodeError"] = err.Error()
	case isBinary(to):
		result["out64"] = out
	default:
		result["out"] = out
	}
	return result
}

func strictDecode(r *request) answer {
	format := r.Format
	if format == "" {
		format = "json"
	}
	result := answer{}
	object, _, err := decode(r, format, true)
	if err != nil {
		result = failure(err)
	}
	if !isNil(object) && (err == nil || runtime.IsStrictDecodingError(err)) {
		if out, err := write(object, "json"); err != nil {
			result["encodeError"] = err.Error()
		} else {
			result["out"] = out
		}
	}
	object, _, err = decode(r, format, false)
	if err != nil {
		result["lenientError"] = err.Error()
	} else if out, err := write(object, "json"); err == nil {
		result["lenientOut"] = out
	}
	return result
}

func kinds(*request) answer {
	known := []schema.GroupVersionKind{}
	for gvk := range scheme.AllKnownTypes() {
		if gvk.Version != runtime.APIVersionInternal {
			known = append(known, gvk)
		}
	}
	sort.Slice(known, func(i, j int) bool {
		a, b := known[i], known[j]
		if a.Group != b.Group {
			return a.Group < b.Group
		}
		if a.Version != b.Version {
			return a.Version < b.Version
		}
		return a.Kind < b.Kind
	})
	names := []string{}
	for _, gvk := range known {
		names = append(names, gvkText(gvk))
	}
	return answer{"kinds": names}
}

// preferredGroups are asked in this order for a kind that a request names without its group.
var preferredGroups = []string{
	"", "apps", "batch", "networking.k8s.io", "rbac.authorization.k8s.io", "policy", "autoscaling",
}

func (r *request) gvk() (schema.GroupVersionKind, error) {
	switch {
	case r.GVK != "":
		return parseGVK(r.GVK)
	case r.APIVersion != "":
		return schema.FromAPIVersionAndKind(r.APIVersion, r.Kind), nil
	case strings.Contains(r.Kind, "/"):
		return parseGVK(r.Kind)
	}
	for _, group := range preferredGroups {
		for _, version := range []string{"v1", "v2"} {
			gvk := schema.GroupVersionKind{Group: group, Version: version, Kind: r.Kind}
			if scheme.Recognizes(gvk) {
				return gvk, nil
			}
		}
	}
	return schema.GroupVersionKind{}, fmt.Errorf("unknown kind %q", r.Kind)
}

// newObject makes the object that a request names, its kind set.
func (r *request) newObject() (runtime.Object, schema.GroupVersionKind, error) {
	gvk, err := r.gvk()
	if err != nil {
		return nil, gvk, err
	}
	object, err := scheme.New(gvk)
	if err != nil {
		return nil, gvk, err
	}
	object.GetObjectKind().SetGroupVersionKind(gvk)
	return object, gvk, nil
}

func zero(r *request) answer {
	object, gvk, err := r.newObject()
	if err != nil {
		return failure(err)
	}
	t := reflect.TypeOf(object).Elem()
	result := answer{"gvk": gvkText(gvk), "type": t.PkgPath() + "." + t.Name()}
	inEveryFormat(result, object, "json", "pretty", "yaml", "pb", "cbor")
	return result
}

func inEveryFormat(result answer, object runtime.Object, formats ...string) {
	for _, format := range formats {
		if out, err := write(object, format); err != nil {
			result[format+"Error"] = err.Error()
		} else {
			result[format] = out
		}
	}
}

func unstructuredRoundTrip(r *request) answer {
	object, gvk, err := unstructured.UnstructuredJSONScheme.Decode(r.data(), nil, nil)
	if err != nil {
		return failure(err)
	}
	var buffer bytes.Buffer
	if err := unstructured.UnstructuredJSONScheme.Encode(object, &buffer); err != nil {
		return failure(err)
	}
	return answer{"out": buffer.String(), "gvk": gvkText(*gvk), "goType": fmt.Sprintf("%T", object)}
}

func utilJSON(r *request) answer {
	var value any
	if err := utiljson.Unmarshal(r.data(), &value); err != nil {
		return failure(err)
	}
	out, err := utiljson.Marshal(value)
	return either(answer{"out": string(out), "goType": fmt.Sprintf("%T", value)}, err)
}

func yamlToJSON(r *request) answer {
	convert := yaml.YAMLToJSON
	if r.Strict {
		convert = yaml.YAMLToJSONStrict
	}
	out, err := convert(r.data())
	return either(answer{"out": string(out)}, err)
}

func jsonToYAML(r *request) answer {
	out, err := yaml.JSONToYAML(r.data())
	return either(answer{"out": string(out)}, err)
}
