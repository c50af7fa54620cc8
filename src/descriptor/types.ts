/**
 * Type descriptors: one compact table per API type, read by every capability of the library (JSON, protobuf, CBOR, deep
 * copy, equality, defaults, patches, OpenAPI). A descriptor has the information of Go's struct and its tags.
 */

import type { JSONObject, JSONValue } from '../json/json-value.js'

export type { JSONObject, JSONValue }

/**
 * What a scalar means.
 *
 * | kind | in memory (= JSON) | protobuf |
 * | --- | --- | --- |
 * | `string`, `bool` | string, boolean | string, bool |
 * | `int32`, `int64`, `uint32`, `uint64` | number (bigint outside the safe range, on request) | varint |
 * | `float`, `double` | number | fixed32, fixed64 |
 * | `bytes` | base64 text | bytes |
 * | `time`, `microTime` | RFC 3339 text or null | message {seconds=1, nanos=2} |
 * | `duration` | Go duration text | message {duration=1 int64 nanoseconds} |
 * | `quantity` | text (a number is accepted on input) | message {string=1} |
 * | `intOrString` | number or string | message {type=1, intVal=2, strVal=3} |
 * | `rawExtension` | any JSON | message {raw=1} |
 * | `fieldsV1` | JSON object | message {Raw=1} |
 * | `json` | any JSON (`apiextensions` JSON) | message {raw=1} |
 * | `any` | any JSON, Go's `interface{}`; no protobuf form | – |
 */
export type ScalarKind =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'float'
  | 'double'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'duration'
  | 'quantity'
  | 'intOrString'
  | 'rawExtension'
  | 'fieldsV1'
  | 'json'
  | 'any'

/** A value without fields. */
export interface ScalarDescriptor {
  readonly kind: ScalarKind
  /** Allowed values of an enumeration (`+enum`), in the order of their declaration. */
  readonly enum?: readonly string[]
  /** Go's name of a named scalar type, such as `v1.PodPhase`, for messages, OpenAPI and documentation. */
  readonly name?: string
}

/** A list (Go slice). A `null` element reads as the zero value of a non-pointer element type. */
export interface ListDescriptor {
  readonly kind: 'list'
  readonly element: TypeDescriptor
  /** Go `[]*T`: a null element stays null. */
  readonly pointerElements: boolean
  /**
   * Name of the protobuf message that wraps the list as `repeated … items = 1`, for Go types marked
   * `+protobuf.nullable` (such as `ExtraValue` and `Verbs`).
   */
  readonly message?: string
  /** Go's name of a named slice type, such as `v1.FinalizerNames`, for messages. */
  readonly name?: string
}

/** A map with string keys (Go `map[string]T`). */
export interface MapDescriptor {
  readonly kind: 'map'
  readonly value: TypeDescriptor
  /** Go `map[string]*T`: a null value stays null. */
  readonly pointerValues: boolean
  /** Go's name of the type of the keys where it is not `string`, such as `v1.ResourceName`, for messages. */
  readonly key?: string
  /** Go's name of a named map type, such as `v1.ResourceList`, for messages. */
  readonly name?: string
}

/**
 * The three hand-written JSON shapes of `apiextensions.k8s.io`.
 *
 * | shape | JSON | protobuf |
 * | --- | --- | --- |
 * | `orBool` | schema or boolean | {allows=1 bool, schema=2} |
 * | `orArray` | schema or array of schemas | {schema=1, jSONSchemas=2 repeated} |
 * | `orStringArray` | schema or array of strings | {schema=1, property=2 repeated} |
 */
export interface VariantDescriptor {
  readonly kind: 'variant'
  readonly shape: 'orBool' | 'orArray' | 'orStringArray'
  readonly schema: StructDescriptor
  readonly name?: string
}

/** A struct: named fields in Go's declaration order, which is also the order of canonical JSON. */
export interface StructDescriptor {
  readonly kind: 'struct'
  /** OpenAPI model name, for example `io.k8s.api.apps.v1.DeploymentSpec`. */
  readonly name: string
  /** Declared fields, inlined structs as one field with `inline`. Built on first use. */
  readonly fields: readonly FieldDescriptor[]
  /** Every JSON property in order, with inlined structs flattened. Built on first use. */
  readonly properties: readonly StructProperty[]
  /** {@link properties} by JSON name. Built on first use. */
  readonly propertyByName: ReadonlyMap<string, StructProperty>
  readonly options: StructOptions
}

/** Facts about a struct as a whole. */
export interface StructOptions {
  /** Full protobuf message name where it differs from the rule `k8s.io.api.apps.v1.DeploymentSpec`. */
  readonly protoName?: string
  /** `+structType=atomic`: one owner for the whole value. */
  readonly structType?: 'atomic' | 'granular'
  /** `+union`: groups of fields of which one may be set. */
  readonly unions?: readonly UnionDescriptor[]
  /** Properties that are not declared are kept (`x-kubernetes-preserve-unknown-fields`). */
  readonly preserveUnknownFields?: boolean
  /** `x-kubernetes-embedded-resource`: the value is itself a whole object. */
  readonly embeddedResource?: boolean
  /** Declarative validation and schema facts of the struct itself. */
  readonly schema?: SchemaFacets
}

/** A union of a struct: at most one member field is set, named by the discriminator when there is one. */
export interface UnionDescriptor {
  readonly name?: string
  /** JSON name of the discriminator. */
  readonly discriminator?: string
  /** JSON name of each member → discriminator value. */
  readonly members: Readonly<Record<string, string>>
}

/** One declared field of a struct. */
export interface FieldDescriptor {
  /** JSON name; the Go type's name for an inlined struct. */
  readonly name: string
  /** Protobuf number; 0 when the field has no protobuf form. */
  readonly number: number
  readonly type: TypeDescriptor
  /** Go pointer: absent and zero differ. Lists, maps and bytes are nil-able without it. */
  readonly pointer: boolean
  /** When canonical JSON leaves the field out: `never`, `empty` (`omitempty`), `zero` (`omitzero`). */
  readonly omit: 'never' | 'empty' | 'zero'
  /** Flat in JSON, a sub-message in protobuf (number 0: absent from protobuf, as `TypeMeta`). */
  readonly inline: boolean
  readonly options: FieldOptions
}

/** A JSON property of a struct: a field, and the inlined fields that contain it. */
export interface StructProperty extends FieldDescriptor {
  /** Inlined fields from the outermost to the innermost; empty for the struct's own fields. */
  readonly through: readonly FieldDescriptor[]
}

/** Semantics of a field beyond its shape. Keys are absent if the source does not declare them. */
export interface FieldOptions {
  /** `+required` / `+optional`, if declared; otherwise derived from {@link FieldDescriptor.omit}. */
  readonly required?: boolean
  readonly nullable?: boolean
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  readonly structType?: 'atomic' | 'granular'
  /** Comma-separated strategies as in Go: `merge`, `replace`, `retainKeys`, `merge,retainKeys`. */
  readonly patchStrategy?: string
  readonly patchMergeKey?: string
  /** `+default=`: the value an absent field reads as. */
  readonly default?: JSONValue
  /** protobuf name where it differs from {@link FieldDescriptor.name}. */
  readonly protoName?: string
  /** proto3-packed repeated scalars; Kubernetes writes unpacked. */
  readonly packed?: boolean
  /** Declarative validation and schema facts. */
  readonly schema?: SchemaFacets
  /** Documentation, off by default. */
  readonly doc?: string
  readonly deprecated?: boolean
}

/** OpenAPI keywords and Kubernetes' declarative validation tags. */
export interface SchemaFacets {
  readonly title?: string
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly enum?: readonly JSONValue[]
  readonly immutable?: boolean
  /** CEL rules (`x-kubernetes-validations`). */
  readonly rules?: readonly JSONObject[]
  /** `+k8s:` validation tags that have no OpenAPI keyword, as written after `+k8s:`. */
  readonly tags?: readonly string[]
  /** Facets of list elements or map values. */
  readonly items?: SchemaFacets
  /** Keywords this library carries without reading. */
  readonly extra?: JSONObject
}

/** Any type a field can have. */
export type TypeDescriptor = ScalarDescriptor | ListDescriptor | MapDescriptor | VariantDescriptor | StructDescriptor
