package main

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

func init() {
	register(map[string]func(*request) answer{
		"smp": strategic(func(r *request, object runtime.Object) ([]byte, error) {
			return strategicpatch.StrategicMergePatch(r.Original, r.Patch, object)
		}),
		"twowaymerge": strategic(func(r *request, object runtime.Object) ([]byte, error) {
			return strategicpatch.CreateTwoWayMergePatch(r.Original, r.Modified, object)
		}),
		"threewaymerge": strategic(func(r *request, object runtime.Object) ([]byte, error) {
			facts, err := strategicpatch.NewPatchMetaFromStruct(object)
			if err != nil {
				return nil, err
			}
			return strategicpatch.CreateThreeWayMergePatch(r.Original, r.Modified, r.Current, facts, r.Overwrite)
		}),
		"jsonmergepatch": func(r *request) answer {
			return documentAnswer(jsonpatch.MergePatch(r.Original, r.Patch))
		},
		"jsonmergepatch.create": func(r *request) answer {
			return documentAnswer(jsonpatch.CreateMergePatch(r.Original, r.Modified))
		},
		"jsonmergepatch.threeway": func(r *request) answer {
			return documentAnswer(jsonmergepatch.CreateThreeWayJSONMergePatch(r.Original, r.Modified, r.Current))
		},
		"jsonpatch": func(r *request) answer {
			patch, err := jsonpatch.DecodePatch(r.Patch)
			if err != nil {
				return failure(err)
			}
			return documentAnswer(patch.Apply(r.Original))
		},
	})
}

func documentAnswer(out []byte, err error) answer {
	return either(answer{"out": string(out)}, err)
}

func strategic(run func(*request, runtime.Object) ([]byte, error)) func(*request) answer {
	return func(r *request) answer {
		gvk, err := r.gvk()
		if err != nil {
			return failure(err)
		}
		object, err := scheme.New(gvk)
		if err != nil {
			return failure(err)
		}
		return documentAnswer(run(r, object))
	}
}
