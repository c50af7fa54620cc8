package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func init() {
	register(map[string]func(*request) answer{
		"mapper.kindsFor": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) { return m.KindsFor(partialResource(r.A)) })
		},
		"mapper.kindFor": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) { return m.KindFor(partialResource(r.A)) })
		},
		"mapper.resourcesFor": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) { return m.ResourcesFor(partialResource(r.A)) })
		},
		"mapper.resourceFor": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) { return m.ResourceFor(partialResource(r.A)) })
		},
		"mapper.restMapping": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) {
				mapping, err := m.RESTMapping(schema.ParseGroupKind(r.A), r.Values...)
				if err != nil {
					return nil, err
				}
				return answer{
					"resource": mapping.Resource.String(), "gvk": mapping.GroupVersionKind.String(),
					"scope": string(mapping.Scope.Name()),
				}, nil
			})
		},
		"mapper.singularize": func(r *request) answer {
			return withMapper(r, func(m meta.RESTMapper) (any, error) { return m.ResourceSingularizer(r.A) })
		},
	})
}

// mappedKind is one kind of a mapper: in = [{"gvk": "apps/v1/Deployment", "plural": "", "singular": "", "scope": ""}].
type mappedKind struct {
	GVK      string `json:"gvk"`
	Plural   string `json:"plural"`
	Singular string `json:"singular"`
	Scope    string `json:"scope"`
}

// withMapper asks a DefaultRESTMapper that knows the kinds in the request, preferred versions in values when they are not
// needed otherwise.
func withMapper(r *request, ask func(meta.RESTMapper) (any, error)) answer {
	var kinds []mappedKind
	if err := json.Unmarshal(r.In, &kinds); err != nil {
		return failure(err)
	}
	var preferred []schema.GroupVersion
	for _, arg := range r.Args {
		if text, isText := arg.(string); isText {
			gv, err := schema.ParseGroupVersion(text)
			if err != nil {
				return failure(err)
			}
			preferred = append(preferred, gv)
		}
	}
	mapper := meta.NewDefaultRESTMapper(preferred)
	for _, kind := range kinds {
		gvk, err := parseGVK(kind.GVK)
		if err != nil {
			return failure(err)
		}
		scope := meta.RESTScopeNamespace
		if kind.Scope == string(meta.RESTScopeNameRoot) {
			scope = meta.RESTScopeRoot
		}
		if kind.Plural == "" {
			mapper.Add(gvk, scope)
			continue
		}
		gv := gvk.GroupVersion()
		mapper.AddSpecific(gvk, gv.WithResource(kind.Plural), gv.WithResource(kind.Singular), scope)
	}
	result, err := ask(mapper)
	if err != nil {
		out := failure(err)
		out["noMatch"] = meta.IsNoMatchError(err)
		out["ambiguous"] = meta.IsAmbiguousError(err)
		return out
	}
	return answer{"result": mapperResult(result)}
}

func mapperResult(result any) any {
	switch v := result.(type) {
	case schema.GroupVersionKind:
		return v.String()
	case schema.GroupVersionResource:
		return v.String()
	case []schema.GroupVersionKind:
		list := []string{}
		for _, gvk := range v {
			list = append(list, gvk.String())
		}
		return list
	case []schema.GroupVersionResource:
		list := []string{}
		for _, gvr := range v {
			list = append(list, gvr.String())
		}
		return list
	}
	return result
}

// partialResource reads "deployments", "deployments.apps" or "deployments.v1.apps".
func partialResource(text string) schema.GroupVersionResource {
	gvr, gr := schema.ParseResourceArg(text)
	if gvr != nil {
		return *gvr
	}
	return gr.WithVersion("")
}
