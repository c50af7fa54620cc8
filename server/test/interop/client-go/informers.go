package main

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

// observed is what one informer saw.
type observed struct {
	name     string
	resource schema.GroupVersionResource
	informer cache.SharedIndexInformer
	lock     sync.Mutex
	versions map[string]bool
	facts    map[string]int
}

func observe(name string, resource schema.GroupVersionResource, informer cache.SharedIndexInformer) *observed {
	o := &observed{name: name, resource: resource, informer: informer, versions: map[string]bool{}, facts: map[string]int{}}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { o.saw("added", object) },
		UpdateFunc: func(old, object any) {
			// Bookmarks and resyncs bring nothing new.
			if versionOf(old) != versionOf(object) {
				o.saw("updated", object)
			}
		},
		DeleteFunc: func(object any) {
			if _, unknown := object.(cache.DeletedFinalStateUnknown); unknown {
				o.count("deleted while away")
				return
			}
			o.count("deleted")
		},
	})
	fatal(err)
	return o
}

func (o *observed) saw(what string, object any) {
	o.count(what)
	o.lock.Lock()
	defer o.lock.Unlock()
	o.versions[versionOf(object)] = true
}

func (o *observed) count(what string) {
	o.lock.Lock()
	defer o.lock.Unlock()
	o.facts[what]++
}

func versionOf(object any) string {
	accessor, err := meta.Accessor(object)
	fatal(err)
	return accessor.GetResourceVersion()
}

// missing counts the written versions that the informer has not received.
func (o *observed) missing(w *written) int {
	o.lock.Lock()
	defer o.lock.Unlock()
	count := 0
	for version := range w.versions[o.resource] {
		if !o.versions[version] {
			count++
		}
	}
	return count
}

// differs counts the objects of the informer's store that differ from the server's list.
func (o *observed) differs(ctx context.Context, c *clients) (int, error) {
	list, err := c.dynamic.Resource(o.resource).Namespace(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	listed, stored := map[string]string{}, map[string]string{}
	for _, item := range list.Items {
		listed[item.GetName()] = item.GetResourceVersion()
	}
	for _, item := range o.informer.GetStore().List() {
		accessor, err := meta.Accessor(item)
		if err != nil {
			return 0, err
		}
		if accessor.GetNamespace() == namespace {
			stored[accessor.GetName()] = accessor.GetResourceVersion()
		}
	}
	count := 0
	for name, version := range listed {
		if stored[name] != version {
			count++
		}
		delete(stored, name)
	}
	return count + len(stored), nil
}

// checkInformers lets informers of every sort follow a churn.
func checkInformers(ctx context.Context, c *clients, duration time.Duration, broken bool) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	all := startInformers(ctx, c)
	for _, each := range all {
		if !cache.WaitForCacheSync(ctx.Done(), each.informer.HasSynced) {
			return nil, fmt.Errorf("%s does not sync", each.name)
		}
	}
	w := churn(ctx, c, duration)
	facts := map[string]any{}
	for resource, versions := range w.versions {
		facts["written "+resource.Resource] = len(versions)
	}
	if len(w.errors) > 0 {
		return facts, fmt.Errorf("writers: %v", w.errors)
	}
	if broken {
		w.versions = nil
	}
	for _, each := range all {
		if err := each.settle(ctx, c, w); err != nil {
			return facts, err
		}
		facts[each.name] = maps.Clone(each.facts)
	}
	return facts, nil
}

// settle waits until an informer has caught up.
func (o *observed) settle(ctx context.Context, c *clients, w *written) error {
	var missing, differing int
	err := wait.PollUntilContextTimeout(ctx, 200*time.Millisecond, 30*time.Second, true, func(ctx context.Context) (done bool, err error) {
		missing = o.missing(w)
		differing, err = o.differs(ctx, c)
		return missing == 0 && differing == 0, err
	})
	if err != nil {
		return fmt.Errorf("%s: %d versions missed, %d objects differ: %w", o.name, missing, differing, err)
	}
	return nil
}

func startInformers(ctx context.Context, c *clients) []*observed {
	typed := informers.NewSharedInformerFactory(c.protobuf, 0)
	inNamespace := informers.NewSharedInformerFactoryWithOptions(c.json, 0, informers.WithNamespace(namespace))
	untyped := dynamicinformer.NewDynamicSharedInformerFactory(c.dynamic, 0)
	metadataOnly := metadatainformer.NewSharedInformerFactory(c.metadata, 0)
	all := []*observed{
		observe("configmaps, protobuf", configMaps, typed.Core().V1().ConfigMaps().Informer()),
		observe("pods, protobuf", pods, typed.Core().V1().Pods().Informer()),
		observe("deployments, protobuf", deployments, typed.Apps().V1().Deployments().Informer()),
		observe("pods, JSON, one namespace", pods, inNamespace.Core().V1().Pods().Informer()),
		observe("configmaps, unstructured", configMaps, untyped.ForResource(configMaps).Informer()),
		observe("deployments, unstructured", deployments, untyped.ForResource(deployments).Informer()),
		observe("configmaps, metadata", configMaps, metadataOnly.ForResource(configMaps).Informer()),
		observe("pods, metadata", pods, metadataOnly.ForResource(pods).Informer()),
	}
	typed.Start(ctx.Done())
	inNamespace.Start(ctx.Done())
	untyped.Start(ctx.Done())
	metadataOnly.Start(ctx.Done())
	return all
}
