package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/util/jsonpath"
)

func init() {
	register(map[string]func(*request) answer{
		"mapper.discovery": askDiscovered,
		"jsonpath":         evaluateJSONPath,
	})
}

// discovered is what a server serves, and what is asked about it.
type discovered struct {
	Groups        []*metav1.APIGroup        `json:"groups"`
	ResourceLists []*metav1.APIResourceList `json:"resourceLists"`
	Questions     []question                `json:"questions"`
}

type question struct {
	Ask      string   `json:"ask"`
	Group    string   `json:"group"`
	Version  string   `json:"version"`
	Resource string   `json:"resource"`
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"`
	Category string   `json:"category"`
}

// fixedDiscovery answers as a server that serves always the same.
type fixedDiscovery struct {
	discovery.DiscoveryInterface
	served *discovered
}

func (d fixedDiscovery) ServerGroupsAndResources() ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	return d.served.Groups, d.served.ResourceLists, nil
}

// askDiscovered puts many questions to the mapper and the expanders that client-go makes of one discovery (in).
func askDiscovered(r *request) answer {
	var served discovered
	if err := json.Unmarshal(r.data(), &served); err != nil {
		return failure(err)
	}
	client := fixedDiscovery{served: &served}
	resources, err := restmapper.GetAPIGroupResources(client)
	if err != nil {
		return failure(err)
	}
	mapper := restmapper.NewShortcutExpander(restmapper.NewDiscoveryRESTMapper(resources), client, nil)
	categories := restmapper.NewDiscoveryCategoryExpander(client)
	answers := []answer{}
	for _, q := range served.Questions {
		result, err := q.put(mapper, categories)
		if err != nil {
			answers = append(answers, answer{
				"error": err.Error(), "noMatch": meta.IsNoMatchError(err), "ambiguous": meta.IsAmbiguousError(err),
			})
			continue
		}
		answers = append(answers, answer{"result": mapperResult(result)})
	}
	return answer{"answers": answers}
}

func (q question) put(mapper meta.RESTMapper, categories restmapper.CategoryExpander) (any, error) {
	resource := schema.GroupVersionResource{Group: q.Group, Version: q.Version, Resource: q.Resource}
	kind := schema.GroupKind{Group: q.Group, Kind: q.Kind}
	switch q.Ask {
	case "kindFor":
		return mapper.KindFor(resource)
	case "kindsFor":
		return mapper.KindsFor(resource)
	case "resourceFor":
		return mapper.ResourceFor(resource)
	case "resourcesFor":
		return mapper.ResourcesFor(resource)
	case "restMapping":
		mapping, err := mapper.RESTMapping(kind, q.Versions...)
		if err != nil {
			return nil, err
		}
		return mappingText(mapping), nil
	case "restMappings":
		mappings, err := mapper.RESTMappings(kind, q.Versions...)
		list := []string{}
		for _, mapping := range mappings {
			list = append(list, mappingText(mapping))
		}
		return list, err
	case "resourceSingularizer":
		return mapper.ResourceSingularizer(q.Resource)
	default:
		list := []string{}
		resources, _ := categories.Expand(q.Category)
		for _, resource := range resources {
			list = append(list, resource.String())
		}
		return list, nil
	}
}

func mappingText(mapping *meta.RESTMapping) string {
	return mapping.Resource.String() + " " + mapping.GroupVersionKind.String() + " " + string(mapping.Scope.Name())
}

// evaluateJSONPath executes a template (a) on an object (in); strict: keys that are missing are errors.
func evaluateJSONPath(r *request) answer {
	path := jsonpath.New("path").AllowMissingKeys(!r.Strict)
	if err := path.Parse(r.A); err != nil {
		return failure(err)
	}
	var object map[string]any
	if err := utiljson.Unmarshal(r.data(), &object); err != nil {
		return failure(err)
	}
	results, err := path.FindResults(object)
	if err != nil {
		return failure(err)
	}
	printed := &textWriter{}
	for _, result := range results {
		if err := path.PrintResults(printed, result); err != nil {
			return failure(err)
		}
	}
	return answer{"out": string(*printed)}
}

type textWriter []byte

func (w *textWriter) Write(data []byte) (int, error) {
	*w = append(*w, data...)
	return len(data), nil
}
