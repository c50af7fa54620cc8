// Version v1alpha1 of the group wardle.example.com.
//
// +groupName=wardle.example.com
// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +k8s:conversion-gen=../v1beta1
// +k8s:openapi-gen=true
// +k8s:protobuf-gen=package

import type { int32, Quantity, Time } from 'apimachinery/codegen/tags'
import type { ListMeta, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// What a reference points to.
//
// +enum
export type ReferenceType = 'Flunder' | 'Fischer'

// Flunder is a fish that refers to another fish.
//
// +genclient
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=flunders,singular=flunder,shortName=fl,categories=fish
export interface Flunder extends TypeMeta {
  // +protobuf=1
  metadata?: ObjectMeta
  // +protobuf=2
  spec: FlunderSpec
  // +optional
  // +protobuf=3
  status?: FlunderStatus
}

// FlunderSpec is what somebody wants of a flunder.
export interface FlunderSpec {
  // Name of a fish; what kind of fish says the type.
  //
  // +optional
  // +protobuf=1
  reference?: string
  // +optional
  // +protobuf=2
  referenceType?: ReferenceType
  // How much it eats a day.
  //
  // +optional
  // +protobuf=3
  food?: { [name: string]: Quantity }
  // Waters it may be found in.
  //
  // +optional
  // +listType=map
  // +listMapKey=name
  // +protobuf=4
  waters?: Water[]
}

// Water is a place to swim in.
export interface Water {
  // +protobuf=1
  name: string
  // In metres.
  //
  // +optional
  // +protobuf=2
  depth?: int32
}

// FlunderStatus is what is known of a flunder.
export interface FlunderStatus {
  // +optional
  // +protobuf=1
  lastSeen?: Time
}

// FlunderList is a list of flunders.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
export interface FlunderList extends TypeMeta {
  // +optional
  // +protobuf=1
  metadata?: ListMeta
  // +protobuf=2
  items: Flunder[]
}

// Fischer catches flunders, save those it is not allowed to.
//
// +genclient
// +genclient:nonNamespaced
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=fischers,singular=fischer,scope=Cluster
export interface Fischer extends TypeMeta {
  // +protobuf=1
  metadata?: ObjectMeta
  // Names of flunders it must throw back.
  //
  // +optional
  // +listType=set
  // +protobuf=2
  disallowedFlunders?: string[]
}

// FischerList is a list of fischers.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
export interface FischerList extends TypeMeta {
  // +optional
  // +protobuf=1
  metadata?: ListMeta
  // +protobuf=2
  items: Fischer[]
}
