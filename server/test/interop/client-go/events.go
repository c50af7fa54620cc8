package main

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
	watchtools "k8s.io/client-go/tools/watch"
)

// checkEvents records events by both groups; one that occurs again is counted in the object that is there.
func checkEvents(ctx context.Context, c *clients) (any, error) {
	client := c.protobuf.CoreV1().ConfigMaps(namespace)
	object, err := client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "with-events"}}, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	old := record.NewBroadcaster(record.WithContext(ctx))
	defer old.Shutdown()
	old.StartRecordingToSink(&typedcore.EventSinkImpl{Interface: c.protobuf.CoreV1().Events("")})
	recorder := old.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "interop"})
	for range 3 {
		recorder.Event(object, corev1.EventTypeNormal, "Recorded", "as events of the core group")
	}
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: c.protobuf.EventsV1()})
	defer broadcaster.Shutdown()
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return nil, err
	}
	broadcaster.NewRecorder(scheme.Scheme, "interop").Eventf(object, nil, corev1.EventTypeWarning, "Reported", "Reporting", "as events of their own group")

	var count int32
	var reported *eventsv1.Event
	err = wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, 30*time.Second, true, func(ctx context.Context) (bool, error) {
		list, err := c.json.CoreV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Recorded,involvedObject.name=with-events"})
		if err != nil || len(list.Items) != 1 {
			return false, err
		}
		count = list.Items[0].Count
		others, err := c.protobuf.EventsV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Reported,regarding.name=with-events"})
		if err != nil || len(others.Items) != 1 {
			return false, err
		}
		reported = &others.Items[0]
		return count == 3, nil
	})
	if err != nil {
		return nil, fmt.Errorf("count %d, reported %v: %w", count, reported, err)
	}
	if reported.Action != "Reporting" || reported.ReportingController != "interop" {
		return nil, fmt.Errorf("reported event: %v", reported)
	}
	return nil, nil
}

// checkRetryWatch follows one object by name from a known version on until it is deleted.
func checkRetryWatch(ctx context.Context, c *clients) (any, error) {
	client := c.protobuf.CoreV1().ConfigMaps(namespace)
	object, err := client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "followed"}}, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	source := &cache.ListWatch{WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
		options.FieldSelector = "metadata.name=followed"
		return client.Watch(ctx, options)
	}}
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, object.ResourceVersion, source)
	if err != nil {
		return nil, err
	}
	defer watcher.Stop()
	const changes = 20
	for i := range changes {
		object.Data = map[string]string{"n": fmt.Sprint(i)}
		if object, err = client.Update(ctx, object, metav1.UpdateOptions{}); err != nil {
			return nil, err
		}
	}
	if err := client.Delete(ctx, "followed", metav1.DeleteOptions{}); err != nil {
		return nil, err
	}
	seen := 0
	for event := range watcher.ResultChan() {
		switch event.Type {
		case watch.Modified:
			if got := event.Object.(*corev1.ConfigMap).Data["n"]; got != fmt.Sprint(seen) {
				return nil, fmt.Errorf("change %d is %s", seen, got)
			}
			seen++
		case watch.Deleted:
			if seen != changes {
				return nil, fmt.Errorf("%d of %d changes", seen, changes)
			}
			return nil, nil
		default:
			return nil, fmt.Errorf("event %s", event.Type)
		}
	}
	return nil, fmt.Errorf("the watch ended")
}
