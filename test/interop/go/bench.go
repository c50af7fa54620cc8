package main

import (
	"bytes"
	"runtime"
	"strconv"
	"time"

	k8sruntime "k8s.io/apimachinery/pkg/runtime"
)

func init() {
	register(map[string]func(*request) answer{"bench.load": loadForBench, "bench.codec": benchCodec})
}

// loaded documents by name, with the object that each holds, so that measuring does not pay for sending them.
var loaded = map[string]*loadedDocument{}

type loadedDocument struct {
	data   []byte
	object k8sruntime.Object
}

// loadForBench keeps a document (format, gvk, unstructured) under a name.
func loadForBench(r *request) answer {
	object, _, err := decode(r, r.Format, r.Strict)
	if err != nil {
		return failure(err)
	}
	loaded[r.Name] = &loadedDocument{data: append([]byte{}, r.data()...), object: object}
	return answer{}
}

// benchCodec decodes the document of a name (format) or encodes its object (to) for a tenth of a second at least and
// gives the nanoseconds of one call.
func benchCodec(r *request) answer {
	document := loaded[r.Name]
	timed := *r
	timed.In64 = document.data
	call := func() error {
		_, _, err := decode(&timed, r.Format, r.Strict)
		return err
	}
	if r.To != "" {
		var buffer bytes.Buffer
		call = func() error {
			buffer.Reset()
			return encoders[r.To].Encode(document.object, &buffer)
		}
	}
	runtime.GC()
	calls := int64(0)
	started := time.Now()
	for time.Since(started) < 100*time.Millisecond {
		if err := call(); err != nil {
			return failure(err)
		}
		calls++
	}
	return answer{"ns": strconv.FormatInt(time.Since(started).Nanoseconds()/calls, 10)}
}
