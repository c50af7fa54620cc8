package main

import (
	"encoding/json"
	"net/url"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

func init() {
	register(map[string]func(*request) answer{
		"options.fromQuery": optionsFromQuery,
		"options.toQuery":   optionsToQuery,
	})
}

// optionsFromQuery reads a URL query (in) into options of meta/v1 (kind).
func optionsFromQuery(r *request) answer {
	values, err := url.ParseQuery(r.text())
	if err != nil {
		return failure(err)
	}
	into, err := scheme.New(metav1.SchemeGroupVersion.WithKind(r.Kind))
	if err != nil {
		into, err = scheme.New(coreVersion.WithKind(r.Kind))
	}
	if err != nil {
		return failure(err)
	}
	if err := runtime.NewParameterCodec(scheme).DecodeParameters(values, coreVersion, into); err != nil {
		return failure(err)
	}
	out, err := json.Marshal(into)
	return either(answer{"out": string(out)}, err)
}

// optionsToQuery writes options of meta/v1 (in, kind) as a URL query, sorted by key.
func optionsToQuery(r *request) answer {
	options, err := scheme.New(coreVersion.WithKind(r.Kind))
	if err != nil {
		return failure(err)
	}
	if err := json.Unmarshal(r.data(), options); err != nil {
		return failure(err)
	}
	values, err := runtime.NewParameterCodec(scheme).EncodeParameters(options, coreVersion)
	return either(answer{"out": values.Encode()}, err)
}

var coreVersion = metav1.Unversioned
