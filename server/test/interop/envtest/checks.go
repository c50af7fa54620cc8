package main

import (
	"context"
	"fmt"
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"apimachinery.server.test/envtest/widgets"
)

func (s *session) meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name}
}

// checkVerbs uses all verbs on ConfigMaps; a watch reports what was done.
func (s *session) checkVerbs(ctx context.Context) (any, error) {
	watching, err := s.client.Watch(ctx, &corev1.ConfigMapList{}, client.InNamespace(namespace))
	if err != nil {
		return nil, err
	}
	defer watching.Stop()
	object := &corev1.ConfigMap{ObjectMeta: s.meta("one"), Data: map[string]string{"a": "1"}}
	object.Labels = map[string]string{"kind": "verbs"}
	if err := s.client.Create(ctx, object); err != nil {
		return nil, err
	}
	read := &corev1.ConfigMap{}
	if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), read); err != nil {
		return nil, err
	}
	read.Data["a"] = "2"
	if err := s.client.Update(ctx, read); err != nil {
		return nil, err
	}
	changed := read.DeepCopy()
	changed.Data["b"] = "3"
	if err := s.client.Patch(ctx, changed, client.MergeFromWithOptions(read, client.MergeFromWithOptimisticLock{})); err != nil {
		return nil, err
	}
	list := &corev1.ConfigMapList{}
	if err := s.client.List(ctx, list, client.InNamespace(namespace), client.MatchingLabels{"kind": "verbs"}, client.Limit(1)); err != nil {
		return nil, err
	}
	if err := s.client.Delete(ctx, changed); err != nil {
		return nil, err
	}
	events, err := eventsOf(ctx, watching, "one", 4)
	return map[string]any{"listed": len(list.Items), "data": list.Items[0].Data, "events": events}, err
}

func eventsOf(ctx context.Context, watching watch.Interface, name string, count int) ([]string, error) {
	var events []string
	for len(events) < count {
		select {
		case event, open := <-watching.ResultChan():
			if !open {
				return events, fmt.Errorf("the watch ended after %v", events)
			}
			if object, is := event.Object.(client.Object); is && object.GetName() == name {
				events = append(events, string(event.Type))
			}
		case <-ctx.Done():
			return events, ctx.Err()
		}
	}
	return events, nil
}

func (s *session) checkManager(ctx context.Context) (any, error) {
	var err error
	s.manager, err = s.startManager(ctx)
	return nil, err
}

// checkFailing has a creation refused by the webhook at /failing.
func (s *session) checkFailing(ctx context.Context) (any, error) {
	object := &corev1.ConfigMap{ObjectMeta: s.meta("refused")}
	object.Labels = map[string]string{"fails": "true"}
	err := s.client.Create(ctx, object)
	if err == nil {
		return nil, fmt.Errorf("it was created")
	}
	return map[string]any{"message": err.Error()}, nil
}

// checkConversion writes in one version, and reads and watches in the other.
func (s *session) checkConversion(ctx context.Context) (any, error) {
	watching, err := s.client.Watch(ctx, &widgets.ListV1{}, client.InNamespace(namespace))
	if err != nil {
		return nil, err
	}
	defer watching.Stop()
	two := &widgets.V2{ObjectMeta: s.meta("made-as-v2"), Spec: widgets.SpecV2{Scale: widgets.Scale{Replicas: 3}}}
	if err := s.client.Create(ctx, two); err != nil {
		return nil, err
	}
	// The webhook for v1 saw v2's replicas as its own, and its colour came back as v2's.
	created := two.Spec
	var one widgets.V1
	if err := s.client.Get(ctx, client.ObjectKeyFromObject(two), &one); err != nil {
		return nil, err
	}
	events, err := eventsOf(ctx, watching, two.Name, 1)
	if err != nil {
		return nil, err
	}
	made := &widgets.V1{ObjectMeta: s.meta("made-as-v1"), Spec: widgets.SpecV1{Replicas: 1, Color: "red"}}
	if err := s.client.Create(ctx, made); err != nil {
		return nil, err
	}
	var list widgets.ListV2
	if err := s.client.List(ctx, &list, client.InNamespace(namespace)); err != nil {
		return nil, err
	}
	listed := map[string]widgets.SpecV2{}
	for _, item := range list.Items {
		listed[item.Name] = item.Spec
	}
	return map[string]any{"created": created, "read": one.Spec, "listed": listed, "events": events}, nil
}

// checkEquivalent writes both versions, and returns the calls of webhooks that are registered for one of them.
func (s *session) checkEquivalent(ctx context.Context) (any, error) {
	s.manager.hooks.taken()
	calls := func() []string {
		taken := s.manager.hooks.taken()
		// Validating webhooks are called at the same time.
		sort.Strings(taken)
		return taken
	}
	one := &widgets.V1{ObjectMeta: s.meta("equivalent"), Spec: widgets.SpecV1{Replicas: 11}}
	refused := s.client.Create(ctx, one)
	if refused == nil {
		return nil, fmt.Errorf("v1 with 11 replicas was created")
	}
	facts := map[string]any{"refused": refused.Error(), "refused calls": calls()}
	one.Spec.Replicas = 5
	if err := s.client.Create(ctx, one); err != nil {
		return nil, err
	}
	facts["created calls"] = calls()
	fewer := one.DeepCopyObject().(*widgets.V1)
	fewer.Spec.Replicas = 4
	if shrunk := s.client.Patch(ctx, fewer, client.MergeFrom(one)); shrunk != nil {
		facts["shrunk"] = shrunk.Error()
	}
	facts["shrunk calls"] = calls()
	two := &widgets.V2{}
	if err := s.client.Get(ctx, client.ObjectKeyFromObject(one), two); err != nil {
		return nil, err
	}
	changed := two.DeepCopyObject().(*widgets.V2)
	changed.Spec.Look.Color = ""
	if err := s.client.Patch(ctx, changed, client.MergeFrom(two)); err != nil {
		return nil, err
	}
	facts["patched"], facts["patched calls"] = changed.Spec, calls()
	return facts, nil
}

// checkController waits for what the controller of Widgets makes.
func (s *session) checkController(ctx context.Context) (any, error) {
	var child corev1.ConfigMap
	var widget widgets.V2
	key := client.ObjectKey{Namespace: namespace, Name: "made-as-v2"}
	err := eventually(ctx, func() error {
		if err := s.client.Get(ctx, key, &child); err != nil {
			return err
		}
		if err := s.client.Get(ctx, key, &widget); err != nil {
			return err
		}
		if widget.Status.Ready != widget.Spec.Scale.Replicas {
			return fmt.Errorf("%d replicas are ready", widget.Status.Ready)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	owned := metav1.IsControlledBy(&child, &widget)
	return map[string]any{"data": child.Data, "owned": owned, "ready": widget.Status.Ready}, nil
}
