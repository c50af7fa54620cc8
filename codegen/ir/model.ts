import type { Constant, Declaration } from './declarations.js'
import type { NamedRef } from './type-ref.js'

/** Types of one version of one group, or of one package without group. */
export interface ApiPackage {
  /** Identity within the model: Go import path, or what the front end chose. */
  path: string
  /** API group; `undefined` for a package that registers nothing. The core group is the empty string. */
  group?: string | undefined
  version?: string | undefined
  /** Prefix of OpenAPI model names, for example `io.k8s.api.apps.v1`. */
  modelPrefix: string
  /** Package of protobuf messages, for example `k8s.io.api.apps.v1`. */
  protoPackage?: string | undefined
  /** `sha256:` and the hexadecimal digest of the source files. */
  digest: string
  /** In the order of the source. */
  declarations: Declaration[]
  constants: Constant[]
  /** Kinds in the order of registration; types of other packages possible. */
  registered: NamedRef[]
  /** Registers watch events and options too (Go's `metav1.AddToGroupVersion`). */
  registersMeta: boolean
  /** Paths of the packages that this one converts with (`+k8s:conversion-gen=…`); without it the group's stored version. */
  conversionPeers?: string[] | undefined
  /** The minor release that has the package no more: its version is not registered with the others. */
  goneIn?: number | undefined
  /** Where it comes from, if not from where the model does. */
  source?: string | undefined
  /** Module specifier under which the types exist already; such a package is referred to and never written. */
  external?: string | undefined
}

/** The model that front ends make, fix-ups correct and back ends read. */
export interface ApiModel {
  /** Where the types come from, for example `k8s.io VERSION`. */
  source: string
  packages: ApiPackage[]
}
