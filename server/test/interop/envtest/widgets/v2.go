package widgets

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

// Scale is the size of a Widget in v2.
type Scale struct {
	Replicas int32 `json:"replicas,omitempty"`
}

// Look is the appearance of a Widget in v2.
type Look struct {
	Color string `json:"color,omitempty"`
}

// SpecV2 is the desired state in v2.
type SpecV2 struct {
	Scale Scale `json:"scale,omitempty"`
	Look  Look  `json:"look,omitempty"`
}

// V2 is a Widget in v2.
type V2 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SpecV2 `json:"spec,omitempty"`
	Status            Status `json:"status,omitempty"`
}

// ConvertTo writes v1.
func (w *V2) ConvertTo(hub conversion.Hub) error {
	one := hub.(*V1)
	one.ObjectMeta, one.Status = w.ObjectMeta, w.Status
	one.Spec = SpecV1{Replicas: w.Spec.Scale.Replicas, Color: w.Spec.Look.Color}
	return nil
}

// ConvertFrom reads v1.
func (w *V2) ConvertFrom(hub conversion.Hub) error {
	one := hub.(*V1)
	w.ObjectMeta, w.Status = one.ObjectMeta, one.Status
	w.Spec = SpecV2{Scale: Scale{Replicas: one.Spec.Replicas}, Look: Look{Color: one.Spec.Color}}
	return nil
}

// DeepCopyObject copies.
func (w *V2) DeepCopyObject() runtime.Object {
	copied := *w
	w.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

// ListV2 is a WidgetList in v2.
type ListV2 struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []V2 `json:"items"`
}

// DeepCopyObject copies.
func (l *ListV2) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]V2, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*V2)
	}
	return &copied
}
