// Version v1beta1 of the group wardle.example.com, the one that is stored.
//
// +groupName=wardle.example.com
// +k8s:deepcopy-gen=package
// +k8s:defaulter-gen=TypeMeta
// +k8s:openapi-gen=true
// +k8s:protobuf-gen=package

import type { int32, Quantity, Time } from 'apimachinery/codegen/tags'
import type { ListMeta, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// What a reference points to.
//
// +enum
export type ReferenceType = 'Flunder' | 'Fischer'

// How many flunders are admitted where nobody says otherwise.
export const DefaultAppetite: int32 = 3

// Flunder is a fish that refers to another fish.
//
// +genclient
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=flunders,singular=flunder,shortName=fl,categories=fish
// +kubebuilder:printcolumn:name="Flunder",type=string,JSONPath=`.spec.flunderReference`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
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
  // Which of the two references counts.
  //
  // +default="Flunder"
  // +protobuf=1
  referenceType: ReferenceType
  // Name of a flunder.
  //
  // +optional
  // +kubebuilder:validation:MinLength=1
  // +protobuf=2
  flunderReference?: string
  // Name of a fischer.
  //
  // +optional
  // +kubebuilder:validation:MinLength=1
  // +protobuf=3
  fischerReference?: string
  // How much it eats a day.
  //
  // +optional
  // +protobuf=4
  food?: { [name: string]: Quantity }
  // Waters it may be found in.
  //
  // +optional
  // +listType=map
  // +listMapKey=name
  // +patchStrategy=merge
  // +patchMergeKey=name
  // +protobuf=5
  waters?: Water[]
  // +default=ref(DefaultAppetite)
  // +optional
  // +kubebuilder:validation:Minimum=0
  // +protobuf=6
  appetite?: int32
}

// Water is a place to swim in.
export interface Water {
  // +protobuf=1
  name: string
  // In metres.
  //
  // +default=10
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
