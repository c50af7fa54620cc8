// Version v1 of the group example.com.
//
// +groupName=example.com

import type { int32 } from 'apimachinery/codegen/tags'
import type { Condition, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// Webapp runs an image.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=webapps,singular=webapp
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=".spec.image"
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=".status.conditions[?(@.type=='Ready')].status"
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=".metadata.creationTimestamp"
export interface Webapp extends TypeMeta {
  // +optional
  metadata?: ObjectMeta
  spec: WebappSpec
  // +optional
  status?: WebappStatus
}

// WebappSpec is what is wanted.
export interface WebappSpec {
  // +kubebuilder:validation:MinLength=1
  image: string
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=0
  // +optional
  replicas?: int32
}

// WebappStatus is what there is.
export interface WebappStatus {
  // +optional
  readyReplicas?: int32
  // +optional
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
}
