import type { FieldShape } from '../../src/descriptor/build.js'
import type { FieldOptions, SchemaFacets, StructOptions } from '../../src/descriptor/types.js'
import type { SourceSpan } from '../diagnostics/source-span.js'
import type { ResourceFacts } from './resource-facts.js'
import type { NamedRef, TypeRef } from './type-ref.js'

/** Common fields of declarations. `span` and `doc` are never part of a snapshot. */
interface DeclarationBase {
  name: string
  span?: SourceSpan | undefined
  /** Text of the comment, markers left out; left out with `--no-docs`. */
  doc?: string | undefined
}

/** One field of a struct, in the order of its declaration. */
export interface Field {
  /** JSON name; the type's name when `shape` is `<` (inlined). */
  name: string
  /** Name in the source language, where it is not the JSON name with a capital. */
  sourceName?: string | undefined
  /** Protobuf number; 0 when the field has no protobuf form. */
  number: number
  type: TypeRef
  shape: FieldShape
  options: FieldOptions
  /** Feature gates of the field. */
  featureGates?: string[] | undefined
  /** The minor release that has the field no more. */
  goneIn?: number | undefined
  /** `+k8s:conversion-gen=false`: conversions leave the field out on purpose. */
  skipConversion?: boolean | undefined
  span?: SourceSpan | undefined
  doc?: string | undefined
}

/** The facts that make a struct a kind. */
export interface KindFacts {
  /** Name of the kind; normally the struct's. */
  kind: string
  /** `addKnownTypes` mentions it. */
  registered: boolean
  /** Group and version in which it is registered once for all groups (`Status`); otherwise the package's. */
  groupVersion?: { group: string; version: string } | undefined
  /** Has an inlined `TypeMeta`. `WatchEvent` has none. */
  hasTypeMeta: boolean
  /** For lists: the type of the items. */
  itemType?: NamedRef | undefined
  /** How it is served; absent for lists, options and other kinds without a resource. */
  resource?: ResourceFacts | undefined
  lifecycle?: Lifecycle | undefined
}

/** Minor releases in which a version of a kind comes, is deprecated and goes. */
export interface Lifecycle {
  readonly introduced: number
  readonly deprecated?: number
  readonly removed?: number
  /** `apiVersion Kind`. */
  readonly replacement?: string
}

/** A type with fields. */
export interface StructDeclaration extends DeclarationBase {
  form: 'struct'
  fields: Field[]
  options: StructOptions
  kind?: KindFacts | undefined
  /** Type-level markers for back ends: `k8s:deepcopy-gen`, `k8s:conversion-gen`, … without the consumed ones. */
  markers?: Record<string, string[]> | undefined
}

/** A name for a scalar, list or map type. */
export interface NamedTypeDeclaration extends DeclarationBase {
  form: 'named'
  type: TypeRef
  /** Allowed values (`+enum`), in the order of their declaration. */
  enum?: string[] | undefined
  /** Lists only: wrapped in a message of this type's name in protobuf (`+protobuf.nullable`). */
  wrapped?: boolean | undefined
  /** Validation and other schema facts of every use of the type. */
  schema?: SchemaFacets | undefined
}

/** Another name for the very same type (Go's `type A = B`). */
export interface AliasDeclaration extends DeclarationBase {
  form: 'alias'
  target: NamedRef
}

/** Anything a package declares as a type. */
export type Declaration = StructDeclaration | NamedTypeDeclaration | AliasDeclaration

/** A well-known name or a value of an enumeration. */
export interface Constant {
  name: string
  value: string | number | boolean
  /** Name of the declared type of the same package that it has. */
  type?: string | undefined
  doc?: string | undefined
}
