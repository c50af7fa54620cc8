package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"time"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/restmapper"
)

func init() {
	register(map[string]func(*request) answer{
		"bench.load":       loadForBench,
		"bench.codec":      benchmark(codecCall),
		"bench.copy":       benchmark(copyCall),
		"bench.equal":      benchmark(equalCall),
		"bench.default":    benchmark(defaultCall),
		"bench.labels":     benchmark(labelsCall),
		"bench.parse":      benchmark(parseSelectorCall),
		"bench.quantities": benchmark(quantitiesCall),
		"bench.mapper":     benchmark(mapperCall),
		"bench.operation":  benchmark(operationCall),
	})
}

// loaded documents by name, with the object that each holds, so that measuring does not pay for sending them.
var loaded = map[string]*loadedDocument{}

type loadedDocument struct {
	data   []byte
	object k8sruntime.Object
}

// loadForBench keeps a document (format, gvk, unstructured) under a name.
func loadForBench(r *request) answer {
	object, err := decodeLikeClient(r)
	if err != nil {
		return failure(err)
	}
	loaded[r.Name] = &loadedDocument{data: append([]byte{}, r.data()...), object: object}
	return answer{}
}

// decodeLikeClient reads objects without types as dynamic clients do.
func decodeLikeClient(r *request) (k8sruntime.Object, error) {
	if r.Unstructured && r.Format == "json" {
		object, _, err := unstructured.UnstructuredJSONScheme.Decode(r.data(), nil, nil)
		return object, err
	}
	object, _, err := decode(r, r.Format, r.Strict)
	return object, err
}

func (r *request) loaded() (*loadedDocument, error) {
	document, known := loaded[r.Name]
	if !known {
		return nil, fmt.Errorf("nothing is loaded as %q", r.Name)
	}
	return document, nil
}

// minimalTime that calls are measured for.
const minimalTime = 100 * time.Millisecond

// benchmark repeats what prepare makes of a request for a tenth of a second at least, twice at least, and gives the
// nanoseconds and the bytes allocated of one call. The clock is read seldom, as that is slow on some machines.
func benchmark(prepare func(*request) (func() error, error)) func(*request) answer {
	return func(r *request) answer {
		call, err := prepare(r)
		if err == nil {
			err = call()
		}
		if err != nil {
			return failure(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		calls, batch, took := int64(0), int64(1), time.Duration(0)
		for started := time.Now(); calls < 2 || took < minimalTime; took = time.Since(started) {
			for i := int64(0); i < batch; i++ {
				if err := call(); err != nil {
					return failure(err)
				}
			}
			calls += batch
			if took < minimalTime/4 {
				batch *= 2
			}
		}
		runtime.ReadMemStats(&after)
		return answer{
			"ns":    strconv.FormatFloat(float64(took.Nanoseconds())/float64(calls), 'f', 1, 64),
			"bytes": strconv.FormatInt(int64(after.TotalAlloc-before.TotalAlloc)/calls, 10),
		}
	}
}

// codecCall decodes the document of a name (format) or encodes its object (to).
func codecCall(r *request) (func() error, error) {
	document, err := r.loaded()
	if err != nil {
		return nil, err
	}
	if r.To != "" {
		encoder, known := encoders[r.To]
		if !known {
			return nil, fmt.Errorf("unknown to %q", r.To)
		}
		var buffer bytes.Buffer
		return func() error {
			buffer.Reset()
			return encoder.Encode(document.object, &buffer)
		}, nil
	}
	timed := *r
	timed.In64 = document.data
	return func() error {
		_, err := decodeLikeClient(&timed)
		return err
	}, nil
}

// Results end here, so that no call can be optimised away.
var sink any

func copyCall(r *request) (func() error, error) {
	document, err := r.loaded()
	if err != nil {
		return nil, err
	}
	return func() error {
		sink = document.object.DeepCopyObject()
		return nil
	}, nil
}

func equalCall(r *request) (func() error, error) {
	document, err := r.loaded()
	if err != nil {
		return nil, err
	}
	twin := document.object.DeepCopyObject()
	return func() error {
		if !apiequality.Semantic.DeepEqual(document.object, twin) {
			return fmt.Errorf("a copy differs")
		}
		return nil
	}, nil
}

// defaultCall fills a copy, as the functions leave nothing to do in an object that is filled.
func defaultCall(r *request) (func() error, error) {
	document, err := r.loaded()
	if err != nil {
		return nil, err
	}
	return func() error {
		object := document.object.DeepCopyObject()
		scheme.Default(object)
		sink = object
		return nil
	}, nil
}

// labelsCall matches the labels of all items of a loaded list.
func labelsCall(r *request) (func() error, error) {
	document, err := r.loaded()
	if err != nil {
		return nil, err
	}
	selector, err := labels.Parse(r.selectorText())
	if err != nil {
		return nil, err
	}
	items, err := meta.ExtractList(document.object)
	if err != nil {
		return nil, err
	}
	sets := []labels.Set{}
	for _, item := range items {
		facts, err := meta.Accessor(item)
		if err != nil {
			return nil, err
		}
		sets = append(sets, facts.GetLabels())
	}
	return func() error {
		matched := 0
		for _, set := range sets {
			if selector.Matches(set) {
				matched++
			}
		}
		sink = matched
		return nil
	}, nil
}

func parseSelectorCall(r *request) (func() error, error) {
	text := r.selectorText()
	return func() error {
		selector, err := labels.Parse(text)
		sink = selector
		return err
	}, nil
}

// quantitiesCall parses and prints the values, or (type "add") adds up their values, or (type "float") parses them
// to numbers.
func quantitiesCall(r *request) (func() error, error) {
	parsed := []resource.Quantity{}
	for _, text := range r.Values {
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, quantity)
	}
	return map[string]func() error{
		"": func() error {
			out := make([]string, 0, len(r.Values))
			for _, text := range r.Values {
				quantity, err := resource.ParseQuantity(text)
				if err != nil {
					return err
				}
				out = append(out, quantity.String())
			}
			sink = out
			return nil
		},
		"add": func() error {
			sum := parsed[0].DeepCopy()
			for _, quantity := range parsed[1:] {
				sum.Add(quantity)
			}
			sink = sum
			return nil
		},
		"float": func() error {
			sum := 0.0
			for _, text := range r.Values {
				quantity, err := resource.ParseQuantity(text)
				if err != nil {
					return err
				}
				sum += quantity.AsApproximateFloat64()
			}
			sink = sum
			return nil
		},
	}[r.Type], nil
}

// mapperCall makes a mapper of a discovery, or puts the questions of that discovery to it where there are any.
func mapperCall(r *request) (func() error, error) {
	served := &discovered{}
	if err := json.Unmarshal(r.data(), served); err != nil {
		return nil, err
	}
	resources, err := restmapper.GetAPIGroupResources(fixedDiscovery{served: served})
	if err != nil {
		return nil, err
	}
	mapper := restmapper.NewDiscoveryRESTMapper(resources)
	if len(served.Questions) == 0 {
		return func() error {
			sink = restmapper.NewDiscoveryRESTMapper(resources)
			return nil
		}, nil
	}
	return func() error {
		for _, q := range served.Questions {
			result, err := q.lookUp(mapper)
			if err != nil {
				return err
			}
			sink = result
		}
		return nil
	}, nil
}

// lookUp asks without making text of the answer.
func (q question) lookUp(mapper meta.RESTMapper) (any, error) {
	if q.Ask == "kindFor" {
		return mapper.KindFor(schema.GroupVersionResource{Resource: q.Resource})
	}
	return mapper.RESTMapping(schema.GroupKind{Group: q.Group, Kind: q.Kind})
}

// operationCall repeats another operation of this program: the document is its request.
func operationCall(r *request) (func() error, error) {
	var timed request
	if err := json.Unmarshal(r.data(), &timed); err != nil {
		return nil, err
	}
	operation, known := operations[timed.Op]
	if !known {
		return nil, fmt.Errorf("unknown op %q", timed.Op)
	}
	return func() error {
		if problem, failed := operation(&timed)["error"]; failed {
			return fmt.Errorf("%v", problem)
		}
		return nil
	}, nil
}
