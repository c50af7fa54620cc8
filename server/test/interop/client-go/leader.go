package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// checkLeaderElection lets candidates lead one after the other, never two at a time.
func checkLeaderElection(ctx context.Context, c *clients) (any, error) {
	const candidates = 3
	var leading, most, terms atomic.Int32
	done := make(chan struct{}, candidates)
	for i := range candidates {
		go func() {
			defer func() { done <- struct{}{} }()
			ctx, resign := context.WithCancel(ctx)
			defer resign()
			leaderelection.RunOrDie(ctx, electionConfig(c, fmt.Sprintf("candidate-%d", i), func(context.Context) {
				if now := leading.Add(1); now > most.Load() {
					most.Store(now)
				}
				terms.Add(1)
				time.Sleep(700 * time.Millisecond)
				leading.Add(-1)
				resign()
			}))
		}()
	}
	for range candidates {
		<-done
	}
	lease, err := c.json.CoordinationV1().Leases(namespace).Get(ctx, "leader", metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	facts := map[string]any{"terms": terms.Load(), "transitions": *lease.Spec.LeaseTransitions}
	if most.Load() != 1 || terms.Load() != candidates {
		return facts, fmt.Errorf("%d leaders at a time, %d terms", most.Load(), terms.Load())
	}
	return facts, nil
}

func electionConfig(c *clients, identity string, lead func(context.Context)) leaderelection.LeaderElectionConfig {
	return leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: namespace},
			Client:     c.protobuf.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		},
		LeaseDuration: 4 * time.Second, RenewDeadline: 3 * time.Second, RetryPeriod: 200 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks:       leaderelection.LeaderCallbacks{OnStartedLeading: lead, OnStoppedLeading: func() {}},
	}
}
