package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/pager"
)

// checkDiscovery asks what there is, and maps kinds to resources by it.
func checkDiscovery(_ context.Context, c *clients) (any, error) {
	client, err := discovery.NewDiscoveryClientForConfig(c.config)
	if err != nil {
		return nil, err
	}
	version, err := client.ServerVersion()
	if err != nil {
		return nil, err
	}
	_, resources, err := client.ServerGroupsAndResources()
	if err != nil {
		return nil, err
	}
	preferred, err := client.ServerPreferredResources()
	if err != nil {
		return nil, err
	}
	groups, err := restmapper.GetAPIGroupResources(client)
	if err != nil {
		return nil, err
	}
	mapping, err := restmapper.NewDiscoveryRESTMapper(groups).RESTMapping(schema.GroupKind{Group: "apps", Kind: "Deployment"})
	if err != nil || mapping.Resource.Resource != "deployments" {
		return nil, fmt.Errorf("mapping: %v %v", mapping, err)
	}
	document, err := client.OpenAPISchema()
	if err != nil {
		return nil, err
	}
	paths, err := client.OpenAPIV3().Paths()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"api/v1", "apis/apps/v1"} {
		if _, err := paths[name].Schema("application/json"); err != nil {
			return nil, fmt.Errorf("openapi of %s: %w", name, err)
		}
	}
	return map[string]any{
		"version": version.GitVersion, "groupVersions": len(resources), "preferred": len(preferred),
		"definitions": len(document.GetDefinitions().GetAdditionalProperties()), "documents": len(paths),
	}, nil
}

// checkPages lists in pages what was created, with a typed client over protobuf.
func checkPages(ctx context.Context, c *clients) (any, error) {
	const objects = 53
	if err := ensureNamespace(ctx, c, "pages"); err != nil {
		return nil, err
	}
	client := c.protobuf.CoreV1().ConfigMaps("pages")
	for i := range objects {
		if _, err := client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("c-%d", i)}}, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return client.List(ctx, options)
	})
	pages.PageSize = 10
	names := map[string]bool{}
	if err := pages.EachListItem(ctx, metav1.ListOptions{}, func(object runtime.Object) error {
		names[object.(*corev1.ConfigMap).Name] = true
		return nil
	}); err != nil {
		return nil, err
	}
	if len(names) != objects {
		return nil, fmt.Errorf("%d of %d objects in pages", len(names), objects)
	}
	if err := client.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		return nil, err
	}
	left, err := client.List(ctx, metav1.ListOptions{})
	if err != nil || len(left.Items) != 0 {
		return nil, fmt.Errorf("%d objects left: %v", len(left.Items), err)
	}
	return nil, nil
}
