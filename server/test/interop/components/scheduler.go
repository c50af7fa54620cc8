package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/workqueue"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
)

// scheduler binds pods to nodes whose labels and taints allow it, to that with the fewest pods.
type scheduler struct {
	client   kubernetes.Interface
	queue    workqueue.TypedRateLimitingInterface[string]
	pods     corelisters.PodLister
	nodes    corelisters.NodeLister
	recorder events.EventRecorder
}

func newScheduler(client kubernetes.Interface) *scheduler {
	return &scheduler{
		client: client,
		queue:  workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
}

func (s *scheduler) run(ctx context.Context) error {
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: s.client.EventsV1()})
	defer broadcaster.Shutdown()
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return err
	}
	s.recorder = broadcaster.NewRecorder(scheme.Scheme, "default-scheduler")
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "kube-scheduler", Namespace: "kube-system"},
			Client:     s.client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: "scheduler", EventRecorder: nil},
		},
		LeaseDuration: 5 * time.Second, RenewDeadline: 4 * time.Second, RetryPeriod: 500 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks:       leaderelection.LeaderCallbacks{OnStartedLeading: s.lead, OnStoppedLeading: func() {}},
	})
	return nil
}

func (s *scheduler) lead(ctx context.Context) {
	factory := informers.NewSharedInformerFactory(s.client, 0)
	s.pods, s.nodes = factory.Core().V1().Pods().Lister(), factory.Core().V1().Nodes().Lister()
	unbound := informers.NewSharedInformerFactoryWithOptions(s.client, 0, informers.WithTweakListOptions(func(options *metav1.ListOptions) {
		options.FieldSelector = fields.AndSelectors(
			fields.OneTermEqualSelector("spec.nodeName", ""), fields.OneTermEqualSelector("spec.schedulerName", "default-scheduler"),
		).String()
	}))
	enqueue := func(object any) {
		key, err := cache.MetaNamespaceKeyFunc(object)
		fatal(err)
		s.queue.Add(key)
	}
	_, err := unbound.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: enqueue, UpdateFunc: func(_, object any) { enqueue(object) },
	})
	fatal(err)
	for _, each := range []informers.SharedInformerFactory{factory, unbound} {
		each.Start(ctx.Done())
		each.WaitForCacheSync(ctx.Done())
	}
	defer s.queue.ShutDown()
	go func() { <-ctx.Done(); s.queue.ShutDown() }()
	for {
		key, quit := s.queue.Get()
		if quit {
			return
		}
		if err := s.schedule(ctx, key); err != nil {
			klog.FromContext(ctx).Info("not scheduled", "pod", key, "reason", err.Error())
			s.queue.AddRateLimited(key)
		} else {
			s.queue.Forget(key)
		}
		s.queue.Done(key)
	}
}

func (s *scheduler) schedule(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	pod, err := s.client.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if errors.IsNotFound(err) || err == nil && (pod.Spec.NodeName != "" || pod.DeletionTimestamp != nil || len(pod.Spec.SchedulingGates) > 0) {
		return nil
	}
	if err != nil {
		return err
	}
	node, err := s.nodeFor(ctx, pod)
	if err != nil {
		return err
	}
	if node == "" {
		return s.unschedulable(ctx, pod)
	}
	binding := &corev1.Binding{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace, UID: pod.UID},
		Target:     corev1.ObjectReference{Kind: "Node", Name: node},
	}
	if err := s.client.CoreV1().Pods(namespace).Bind(ctx, binding, metav1.CreateOptions{}); err != nil {
		return err
	}
	s.recorder.Eventf(pod, nil, corev1.EventTypeNormal, "Scheduled", "Binding", "Successfully assigned %s to %s", key, node)
	return nil
}

func (s *scheduler) nodeFor(ctx context.Context, pod *corev1.Pod) (string, error) {
	nodes, err := s.nodes.List(labels.Everything())
	if err != nil {
		return "", err
	}
	all, err := s.pods.List(labels.Everything())
	if err != nil {
		return "", err
	}
	counts := map[string]int{}
	for _, each := range all {
		counts[each.Spec.NodeName]++
	}
	affinity := nodeaffinity.GetRequiredNodeAffinity(pod)
	best := ""
	for _, node := range nodes {
		matches, err := affinity.Match(node)
		_, tainted := schedulinghelpers.FindMatchingUntoleratedTaint(klog.FromContext(ctx), node.Spec.Taints, pod.Spec.Tolerations,
			func(taint *corev1.Taint) bool { return taint.Effect != corev1.TaintEffectPreferNoSchedule }, false)
		if err != nil || !matches || tainted || node.Spec.Unschedulable {
			continue
		}
		if best == "" || counts[node.Name] < counts[best] {
			best = node.Name
		}
	}
	return best, nil
}

func (s *scheduler) unschedulable(ctx context.Context, pod *corev1.Pod) error {
	for _, each := range pod.Status.Conditions {
		if each.Type == corev1.PodScheduled {
			return errors.NewServiceUnavailable("no node is available")
		}
	}
	pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{
		Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable, Message: "no node is available",
	})
	if _, err := s.client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	s.recorder.Eventf(pod, nil, corev1.EventTypeWarning, "FailedScheduling", "Scheduling", "no node is available")
	return errors.NewServiceUnavailable("no node is available")
}
