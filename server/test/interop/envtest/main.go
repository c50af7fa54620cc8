// Command envtest runs the control plane of controller-runtime's envtest with a server and an etcd of its folder of programs, and
// uses it as suites of operators do: definitions and webhooks from its options, conversion, a manager that leads, users with
// client certificates, a restart with the same certificates and data, several at once, flags of the suite, an existing cluster.
//
// Usage: KUBEBUILDER_ASSETS=FOLDER envtest [-memory] CRD-FOLDER
//
// With -memory the etcd of the folder keeps nothing, and there is no restart.
//
// Each line of the output is the JSON of one check; the exit code is 1 when one failed.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"

	"apimachinery.server.test/envtest/widgets"
)

const (
	namespace = "default"
	leaseName = "widgets"
)

// session is what the checks share, one after the other.
type session struct {
	environment *envtest.Environment
	folder      string
	scheme      *runtime.Scheme
	config      *rest.Config
	client      client.WithWatch
	manager     *running
	certificate string
}

type check struct {
	name string
	run  func(context.Context) (any, error)
}

func (k check) report(ctx context.Context, reports io.Writer) bool {
	start := time.Now()
	facts, err := k.run(ctx)
	line := map[string]any{"check": k.name, "milliseconds": time.Since(start).Milliseconds(), "ok": err == nil}
	if facts != nil {
		line["facts"] = facts
	}
	if err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Fprintln(reports, string(text))
	return err == nil
}

// eventually tries until there is no error, or the time of the context or ten seconds are over.
func eventually(ctx context.Context, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("still after a while: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func newSession(definitions string) *session {
	folder, err := os.MkdirTemp("", "envtest-")
	fatal(err)
	scheme := runtime.NewScheme()
	fatal(clientscheme.AddToScheme(scheme))
	widgets.AddToScheme(scheme)
	environment := &envtest.Environment{
		Scheme:                scheme,
		CRDDirectoryPaths:     []string{definitions},
		ErrorIfCRDPathMissing: true,
		WebhookInstallOptions: hookOptions(),
		// A machine of CI may be busy.
		ControlPlaneStartTimeout: time.Minute,
	}
	s := &session{environment: environment, scheme: scheme, folder: folder}
	apiServer := environment.ControlPlane.GetAPIServer()
	apiServer.CertDir = s.subfolder("certificates")
	apiServer.Err, apiServer.Out = os.Stderr, os.Stderr
	environment.ControlPlane.Etcd = &envtest.Etcd{DataDir: s.subfolder("etcd")}
	return s
}

func (s *session) subfolder(name string) string {
	path := filepath.Join(s.folder, name)
	fatal(os.Mkdir(path, 0o700))
	return path
}

func (s *session) checks() []check {
	return []check{
		{"start", s.checkStart},
		{"verbs", s.checkVerbs},
		{"manager", s.checkManager},
		{"path of a webhook", s.checkFailing},
		{"conversion", s.checkConversion},
		{"equivalent versions", s.checkEquivalent},
		{"controller", s.checkController},
		{"users", s.checkUsers},
		{"end of the manager", s.checkRelease},
		{"stop", s.checkStop},
		{"restart", s.checkRestart},
		{"last stop", s.checkStop},
		{"parallel", s.checkParallel},
		{"own arguments", s.checkOwnArguments},
	}
}

func main() {
	memory := flag.Bool("memory", false, "the etcd of the folder keeps nothing")
	flag.Parse()
	if flag.NArg() != 1 {
		fatal(fmt.Errorf("usage: envtest [-memory] CRD-FOLDER"))
	}
	// What control planes print must not be among the reports.
	reports := os.Stdout
	os.Stdout = os.Stderr
	ctrl.SetLogger(zap.New())
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	s := newSession(flag.Arg(0))
	failed := false
	for _, each := range s.checks() {
		if *memory && (each.name == "restart" || each.name == "last stop") {
			continue
		}
		// What follows needs a control plane.
		if failed = !each.report(ctx, reports) || failed; failed && s.config == nil {
			break
		}
	}
	if failed || s.config != nil {
		_ = s.environment.Stop()
	}
	_ = os.RemoveAll(s.folder)
	if failed {
		os.Exit(1)
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
