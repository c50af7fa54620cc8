// Command client-go uses an API server as programs over k8s.io/client-go do, and checks that it misses nothing.
//
// Usage: client-go KUBECONFIG SECONDS [broken]
//
// Writers change objects for so many seconds while informers of every sort follow; then each informer must have seen every
// version that a writer received, and hold what the server lists. With "broken", connections break within an event: client-go
// lists again then, so that versions between may be missed. Also: verbs of typed clients over protobuf, leader
// election, events, retrying watches, pages. Each line of the output is the JSON of one check; the exit code is 1 when one failed.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const namespace = "churn"

// clients are the sorts of clients that client-go has.
type clients struct {
	config   *rest.Config
	protobuf kubernetes.Interface
	json     kubernetes.Interface
	dynamic  dynamic.Interface
	metadata metadata.Interface
}

func main() {
	if len(os.Args) < 3 {
		fatal(fmt.Errorf("usage: client-go KUBECONFIG SECONDS [broken]"))
	}
	broken := len(os.Args) > 3
	seconds, err := strconv.Atoi(os.Args[2])
	fatal(err)
	c := connect(os.Args[1])
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(seconds)*time.Second+3*time.Minute)
	defer cancel()
	checks := []check{
		{"verbs over protobuf", checkVerbs},
		{"discovery", checkDiscovery},
		{"pages", checkPages},
		{"leader election", checkLeaderElection},
		{"events", checkEvents},
		{"retrying watch", checkRetryWatch},
		{"informers", func(ctx context.Context, c *clients) (any, error) {
			return checkInformers(ctx, c, time.Duration(seconds)*time.Second, broken)
		}},
	}
	failed := false
	for _, each := range checks {
		failed = !each.report(ctx, c) || failed
	}
	if failed {
		os.Exit(1)
	}
}

type check struct {
	name string
	run  func(context.Context, *clients) (any, error)
}

func (k check) report(ctx context.Context, c *clients) bool {
	start := time.Now()
	facts, err := k.run(ctx, c)
	line := map[string]any{"check": k.name, "seconds": int(time.Since(start).Seconds()), "ok": err == nil}
	if facts != nil {
		line["facts"] = facts
	}
	if err != nil {
		line["error"] = err.Error()
	}
	fatal(json.NewEncoder(os.Stdout).Encode(line))
	return err == nil
}

func connect(kubeconfig string) *clients {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	fatal(err)
	config.QPS = -1
	binary := rest.CopyConfig(config)
	binary.ContentType = "application/vnd.kubernetes.protobuf"
	c := &clients{config: config}
	c.protobuf, err = kubernetes.NewForConfig(binary)
	fatal(err)
	c.json, err = kubernetes.NewForConfig(config)
	fatal(err)
	c.dynamic, err = dynamic.NewForConfig(config)
	fatal(err)
	c.metadata, err = metadata.NewForConfig(metadata.ConfigFor(config))
	fatal(err)
	return c
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
