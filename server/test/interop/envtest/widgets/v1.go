// Package widgets has a kind in two versions whose fields differ; v1 is the hub of their conversion.
package widgets

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const group = "envtest.example.com"

// Status is that of both versions.
type Status struct {
	Ready int32 `json:"ready,omitempty"`
}

// SpecV1 is the desired state in v1.
type SpecV1 struct {
	Replicas int32  `json:"replicas,omitempty"`
	Color    string `json:"color,omitempty"`
}

// V1 is a Widget in v1.
type V1 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SpecV1 `json:"spec,omitempty"`
	Status            Status `json:"status,omitempty"`
}

// Hub marks the version that others are converted to and from.
func (*V1) Hub() {}

// DeepCopyObject copies.
func (w *V1) DeepCopyObject() runtime.Object {
	copied := *w
	w.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

// ListV1 is a WidgetList in v1.
type ListV1 struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []V1 `json:"items"`
}

// DeepCopyObject copies.
func (l *ListV1) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]V1, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*V1)
	}
	return &copied
}

// AddToScheme registers both versions.
func AddToScheme(scheme *runtime.Scheme) {
	one, two := schema.GroupVersion{Group: group, Version: "v1"}, schema.GroupVersion{Group: group, Version: "v2"}
	scheme.AddKnownTypeWithName(one.WithKind("Widget"), &V1{})
	scheme.AddKnownTypeWithName(one.WithKind("WidgetList"), &ListV1{})
	scheme.AddKnownTypeWithName(two.WithKind("Widget"), &V2{})
	scheme.AddKnownTypeWithName(two.WithKind("WidgetList"), &ListV2{})
	metav1.AddToGroupVersion(scheme, one)
	metav1.AddToGroupVersion(scheme, two)
}
