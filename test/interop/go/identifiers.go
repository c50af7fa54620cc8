package main

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
)

func init() {
	register(map[string]func(*request) answer{
		"gv.parse": func(r *request) answer {
			gv, err := schema.ParseGroupVersion(r.text())
			return either(answer{
				"group": gv.Group, "version": gv.Version, "string": gv.String(), "empty": gv.Empty(),
				"identifier": gv.Identifier(),
			}, err)
		},
		"gvk.parseArg": func(r *request) answer {
			gvk, gk := schema.ParseKindArg(r.text())
			result := answer{"gvk": nil, "gk": answer{"group": gk.Group, "kind": gk.Kind, "string": gk.String()}}
			if gvk != nil {
				result["gvk"] = gvkFacts(*gvk)
			}
			return result
		},
		"gvr.parseArg": func(r *request) answer {
			gvr, gr := schema.ParseResourceArg(r.text())
			result := answer{"gvr": nil, "gr": answer{"group": gr.Group, "resource": gr.Resource, "string": gr.String()}}
			if gvr != nil {
				result["gvr"] = answer{
					"group": gvr.Group, "version": gvr.Version, "resource": gvr.Resource, "string": gvr.String(),
					"empty": gvr.Empty(),
				}
			}
			return result
		},
		"gk.parse": func(r *request) answer {
			gk := schema.ParseGroupKind(r.text())
			return answer{"group": gk.Group, "kind": gk.Kind, "string": gk.String(), "empty": gk.Empty()}
		},
		"gr.parse": func(r *request) answer {
			gr := schema.ParseGroupResource(r.text())
			return answer{"group": gr.Group, "resource": gr.Resource, "string": gr.String(), "empty": gr.Empty()}
		},
		"gvk.from": func(r *request) answer {
			gvk := schema.FromAPIVersionAndKind(r.APIVersion, r.Kind)
			result := gvkFacts(gvk)
			result["toAPIVersion"], result["toKind"] = gvk.ToAPIVersionAndKind()
			return result
		},
		"gvk.guess": func(r *request) answer {
			gvk, err := r.gvk()
			if err != nil {
				return failure(err)
			}
			plural, singular := meta.UnsafeGuessKindToResource(gvk)
			return answer{"plural": plural.Resource, "singular": singular.Resource, "pluralGVR": plural.String()}
		},
		"version.compare": func(r *request) answer {
			return answer{"cmp": version.CompareKubeAwareVersionStrings(r.A, r.B)}
		},
	})
}

func gvkFacts(gvk schema.GroupVersionKind) answer {
	return answer{
		"group": gvk.Group, "version": gvk.Version, "kind": gvk.Kind, "string": gvk.String(), "empty": gvk.Empty(),
		"apiVersion": gvk.GroupVersion().String(),
	}
}
