package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"apimachinery.server.test/envtest/widgets"
)

// checkParallel starts two control planes at once, one with its output attached, and writes an object into one of them.
func (s *session) checkParallel(ctx context.Context) (any, error) {
	planes := []*envtest.Environment{
		{Scheme: s.scheme, ControlPlaneStartTimeout: time.Minute},
		{Scheme: s.scheme, ControlPlaneStartTimeout: time.Minute, AttachControlPlaneOutput: true},
	}
	errs := make([]error, len(planes))
	var group sync.WaitGroup
	for i, plane := range planes {
		group.Add(1)
		go func() { defer group.Done(); _, errs[i] = plane.Start() }()
	}
	group.Wait()
	facts := map[string]any{}
	for i, plane := range planes {
		defer func() { _ = plane.Stop() }()
		if errs[i] != nil {
			return nil, errs[i]
		}
		used, err := client.New(plane.Config, client.Options{Scheme: s.scheme})
		if err != nil {
			return nil, err
		}
		var list corev1.ConfigMapList
		if err := used.List(ctx, &list, client.InNamespace(namespace)); err != nil {
			return nil, err
		}
		facts[fmt.Sprintf("found %d", i)] = len(list.Items)
		if err := used.Create(ctx, &corev1.ConfigMap{ObjectMeta: s.meta("here-alone")}); err != nil {
			return nil, err
		}
	}
	return facts, nil
}

// checkOwnArguments starts programs that variables name, with flags of the suite for both, and an existing cluster on them.
func (s *session) checkOwnArguments(ctx context.Context) (any, error) {
	variables := map[string]string{"KUBEBUILDER_CONTROLPLANE_START_TIMEOUT": "60s", "KUBEBUILDER_ASSETS": "/nothing/is/here"}
	for variable, name := range map[string]string{"KUBE_APISERVER": "kube-apiserver", "ETCD": "etcd", "KUBECTL": "kubectl"} {
		variables["TEST_ASSET_"+variable] = filepath.Join(os.Getenv("KUBEBUILDER_ASSETS"), name)
	}
	defer withEnvironment(variables)()
	plane := &envtest.Environment{Scheme: s.scheme}
	plane.ControlPlane.GetAPIServer().Configure().
		Set("service-cluster-ip-range", "10.9.0.0/16").
		Append("enable-admission-plugins", "AlwaysPullImages").
		Append("disable-admission-plugins", "LimitRanger").
		Append("runtime-config", "batch/v1=false").
		Enable("anonymous-auth")
	plane.ControlPlane.Etcd = &envtest.Etcd{}
	plane.ControlPlane.Etcd.Configure().Append("quota-backend-bytes", "1000000000").Set("log-level", "error")
	if _, err := plane.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = plane.Stop() }()
	used, err := client.New(plane.Config, client.Options{Scheme: s.scheme})
	if err != nil {
		return nil, err
	}
	facts := map[string]any{}
	pod := &corev1.Pod{ObjectMeta: s.meta("pulls"), Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "one", Image: "one:1"}}}}
	if err := used.Create(ctx, pod); err != nil {
		return nil, err
	}
	facts["pull"] = pod.Spec.Containers[0].ImagePullPolicy
	var service corev1.Service
	if err := eventually(ctx, func() error {
		return used.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "kubernetes"}, &service)
	}); err != nil {
		return nil, err
	}
	facts["address"] = service.Spec.ClusterIP
	if facts["kubectl"], err = namespaceByKubectl(plane); err != nil {
		return nil, err
	}
	facts["existing"], err = s.existing(ctx, plane.Config)
	return facts, err
}

// existing installs definitions into a running cluster and removes them at the end, after which the cluster still runs.
func (s *session) existing(ctx context.Context, config *rest.Config) (any, error) {
	exists := true
	plane := &envtest.Environment{
		Scheme: s.scheme, Config: config, UseExistingCluster: &exists,
		CRDInstallOptions: envtest.CRDInstallOptions{Paths: s.environment.CRDDirectoryPaths, CleanUpAfterUse: true},
	}
	if _, err := plane.Start(); err != nil {
		return nil, err
	}
	used, err := client.New(config, client.Options{Scheme: s.scheme})
	if err != nil {
		return nil, err
	}
	served := used.List(ctx, &widgets.ListV2{})
	if err := plane.Stop(); err != nil {
		return nil, err
	}
	gone := func() error {
		if err := used.List(ctx, &widgets.ListV2{}); !apierrors.IsNotFound(err) {
			return fmt.Errorf("widgets are listed with %v", err)
		}
		return nil
	}
	if err := eventually(ctx, gone); err != nil {
		return nil, err
	}
	alive := used.Get(ctx, client.ObjectKey{Name: namespace}, &corev1.Namespace{})
	return map[string]any{"served": served == nil, "alive": alive == nil}, nil
}

// namespaceByKubectl is what the kubectl of the assets prints, or complains; nothing where there is none.
func namespaceByKubectl(plane *envtest.Environment) (string, error) {
	if _, err := os.Stat(plane.ControlPlane.KubectlPath); os.IsNotExist(err) {
		return "", nil
	}
	out, complaints, err := plane.ControlPlane.KubeCtl().Run("get", "namespace", namespace, "-o", "name")
	if err != nil {
		text, _ := io.ReadAll(complaints)
		return "", fmt.Errorf("%w: %s", err, text)
	}
	text, err := io.ReadAll(out)
	return strings.TrimSpace(string(text)), err
}

// withEnvironment sets variables; what it returns sets them back.
func withEnvironment(variables map[string]string) func() {
	before := map[string]string{}
	for name, value := range variables {
		if old, set := os.LookupEnv(name); set {
			before[name] = old
		}
		fatal(os.Setenv(name, value))
	}
	return func() {
		for name := range variables {
			fatal(os.Unsetenv(name))
		}
		for name, value := range before {
			fatal(os.Setenv(name, value))
		}
	}
}
