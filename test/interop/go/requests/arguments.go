package main

import (
	"context"
	"reflect"
	"strings"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	extensionsv1beta1 "k8s.io/api/extensions/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	applyautoscaling "k8s.io/client-go/applyconfigurations/autoscaling/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
)

// caller makes the arguments of methods: an object is named "n", options have every field that they have.
type caller struct{ namespaced bool }

// call calls a method, unless it has a parameter of which nothing is known here.
func (c *caller) call(method namedMethod, subresource string) bool {
	signature := method.Type()
	arguments := []reflect.Value{}
	for i := range signature.NumIn() {
		if signature.IsVariadic() && i == signature.NumIn()-1 {
			if subresource != "" {
				arguments = append(arguments, reflect.ValueOf(subresource))
			}
			continue
		}
		argument, known := c.argument(signature.In(i), method.name, i)
		if !known {
			return false
		}
		arguments = append(arguments, argument)
	}
	for _, result := range method.Call(arguments) {
		send(result)
	}
	return true
}

// send sends what a method has only prepared.
func send(result reflect.Value) {
	switch request := result.Interface().(type) {
	case *rest.Request:
		_, _ = request.DoRaw(context.Background())
	case rest.ResponseWrapper:
		_, _ = request.DoRaw(context.Background())
	}
}

var texts = map[string][]string{"ProxyGet": {"https", "n", "8443", "a/b c"}}

func (c *caller) argument(kind reflect.Type, method string, position int) (reflect.Value, bool) {
	if fixed, known := options[kind]; known {
		return fixed, true
	}
	switch {
	case kind == reflect.TypeFor[context.Context]():
		return reflect.ValueOf(context.Background()), true
	case kind == reflect.TypeFor[*runtime.Scheme]():
		return reflect.ValueOf(scheme.Scheme), true
	case kind == reflect.TypeFor[runtime.Object]():
		return reflect.ValueOf(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "n", Namespace: "ns", UID: "u"}}), true
	case kind.Kind() == reflect.String:
		if given, known := texts[method]; known {
			return reflect.ValueOf(given[position]).Convert(kind), true
		}
		return reflect.ValueOf("n").Convert(kind), true
	case kind.Kind() == reflect.Pointer && kind.Elem().Kind() == reflect.Struct:
		return c.object(kind)
	}
	return reflect.Value{}, false
}

// object is a named one, or what is to be applied of it.
func (c *caller) object(kind reflect.Type) (reflect.Value, bool) {
	object := reflect.New(kind.Elem())
	if named, ok := object.Interface().(metav1.Object); ok {
		named.SetName("n")
		if c.namespaced {
			named.SetNamespace("ns")
		}
		return object, true
	}
	name, ok := strings.CutSuffix(kind.Elem().Name(), "ApplyConfiguration")
	if !ok {
		return reflect.Value{}, false
	}
	text := func(method, value string) {
		object.MethodByName(method).Call([]reflect.Value{reflect.ValueOf(value)})
	}
	text("WithName", "n")
	if c.namespaced {
		text("WithNamespace", "ns")
	}
	text("WithKind", name)
	text("WithAPIVersion", apiVersionOf(name, kind.Elem().PkgPath()))
	return object, true
}

// apiVersionOf is that of the kind whose Go package has the same last two parts.
func apiVersionOf(kind, path string) string {
	parts := strings.Split(path, "/")
	tail := strings.Join(parts[len(parts)-2:], "/")
	for gvk, known := range scheme.Scheme.AllKnownTypes() {
		if gvk.Kind == kind && strings.HasSuffix(known.PkgPath(), tail) {
			return gvk.GroupVersion().String()
		}
	}
	return parts[len(parts)-1]
}

var (
	seven  = int64(7)
	yes    = true
	text   = "n"
	orphan = metav1.DeletePropagationOrphan
	list   = metav1.ListOptions{
		LabelSelector: "a=b,c in (d)", FieldSelector: "metadata.name=n", TimeoutSeconds: &seven, Limit: 5, Continue: "x/y+z=",
		ResourceVersion: "10", ResourceVersionMatch: "NotOlderThan", AllowWatchBookmarks: true, SendInitialEvents: &yes,
	}
)

var options = typed(
	metav1.GetOptions{ResourceVersion: "10"},
	list,
	metav1.CreateOptions{DryRun: []string{"All"}, FieldManager: "fm", FieldValidation: "Strict"},
	metav1.UpdateOptions{DryRun: []string{"All"}, FieldManager: "fm", FieldValidation: "Strict"},
	metav1.PatchOptions{DryRun: []string{"All"}, FieldManager: "fm", FieldValidation: "Strict"},
	metav1.ApplyOptions{DryRun: []string{"All"}, FieldManager: "fm", Force: true},
	metav1.DeleteOptions{
		GracePeriodSeconds: &seven, PropagationPolicy: &orphan, DryRun: []string{"All"},
		Preconditions: metav1.NewUIDPreconditions("u"),
	},
	&corev1.PodLogOptions{
		Container: "c", Follow: true, Previous: true, SinceSeconds: &seven, Timestamps: true, TailLines: &seven,
		LimitBytes: &seven, InsecureSkipTLSVerifyBackend: true,
	},
	&extensionsv1beta1.DeploymentRollback{Name: "n"},
	&autoscalingv1.Scale{ObjectMeta: metav1.ObjectMeta{Name: "n"}, Spec: autoscalingv1.ScaleSpec{Replicas: 3}},
	applyautoscaling.Scale().WithSpec(applyautoscaling.ScaleSpec().WithReplicas(3)),
	map[string]string{"q": "1"},
	types.MergePatchType,
	[]byte(`{"a":1}`),
	&text,
)

func typed(values ...any) map[reflect.Type]reflect.Value {
	known := map[reflect.Type]reflect.Value{}
	for _, value := range values {
		known[reflect.TypeOf(value)] = reflect.ValueOf(value)
	}
	return known
}
