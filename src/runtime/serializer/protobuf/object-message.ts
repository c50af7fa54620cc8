import { goTypeName } from '../../../descriptor/go-type-name.js'
import type { IntegerRule } from '../../../descriptor/read-scalar.js'
import type { JSONObject, StructDescriptor } from '../../../descriptor/types.js'
import { weakMemo } from '../../../internal/weak-memo.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import type { Decoded, KindRegistry, ReadingMode } from '../../interfaces.js'
import { instantiate } from '../../objects/instantiate.js'
import { requireObject } from '../../objects/require-object.js'
import { isTypedObject, type KindClass, type KubernetesObject, kindClassOf } from '../../objects/typed-object.js'
import { isUnstructuredClass } from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import { NotRegisteredError } from '../../scheme/not-registered-error.js'
import { isClassOfKind } from '../require-class.js'
import { type FromBinaryOptions, readInto } from './decode.js'
import type { ToBinaryOptions } from './encode.js'
import { NotMarshalableError } from './not-marshalable-error.js'

/** Options of protobuf serializers. */
export interface ProtobufSerializerOptions {
  /**
   * How fields are treated that a type does not declare. Reading: `faithful` (default) keeps them for writing protobuf
   * again, `strict` rejects them, `canonical` drops them as Go does. Writing: `canonical` drops properties that objects got
   * from another format; the other modes reject them, because protobuf has no form for them.
   */
  readonly mode?: ReadingMode
  /** How 64-bit integers outside ±(2^53−1) are read. Default: an error that names the field. */
  readonly integers?: IntegerRule
}

const unknownFieldsIn: Readonly<Record<ReadingMode, 'keep' | 'error' | 'skip'>> = {
  faithful: 'keep',
  strict: 'error',
  canonical: 'skip',
}

/** How messages are read in a mode. */
export function readingOptions(options: ProtobufSerializerOptions): FromBinaryOptions {
  return { unknownFields: unknownFieldsIn[options.mode ?? 'faithful'], integers: options.integers ?? 'error' }
}

/** How messages are written in a mode. */
export function writingOptions(options: ProtobufSerializerOptions): ToBinaryOptions {
  return { unknownFields: options.mode === 'canonical' ? 'drop' : 'error' }
}

/** Fills the kind, and group and version together, from `defaults` where `gvk` has none. */
export function withDefaults(gvk: GroupVersionKind, defaults: GroupVersionKind | undefined): GroupVersionKind {
  if (defaults === undefined) return gvk
  const kind = gvk.kind === '' ? defaults.kind : gvk.kind
  if (gvk.version !== '' || defaults.version === '') return new GroupVersionKind(gvk.group, gvk.version, kind)
  return new GroupVersionKind(defaults.group, defaults.version, kind)
}

/** The kind to read after `into` has filled what is still missing. */
export function completedBy(gvk: GroupVersionKind, into: KindClass | undefined): GroupVersionKind {
  if (into === undefined) return gvk
  const completed = withDefaults(gvk, into.groupVersionKind)
  if (completed.version !== '' || completed.group !== '') return completed
  return new GroupVersionKind(into.groupVersionKind.group, '', completed.kind)
}

/** Input of {@link readObject}. */
export interface ObjectMessage {
  readonly gvk: GroupVersionKind
  readonly bytes: Uint8Array
  readonly into: KindClass | undefined
}

/**
 * Reads the message of a kind into an instance of its class: `into` if that is the class of the kind, otherwise the class
 * in the registry.
 *
 * @throws NotRegisteredError, NotMarshalableError, ProtobufError.
 */
export function readObject(registry: KindRegistry, message: ObjectMessage, options: FromBinaryOptions): Decoded {
  const { gvk, bytes, into } = message
  const type = isClassOfKind(into, gvk) ? into : registry.classFor(gvk)
  if (type === undefined) throw new NotRegisteredError(registry.name, { gvk })
  if (isUnstructuredClass(type) || !hasMessage(type)) throw new NotMarshalableError(`*${goTypeName(type.descriptor)}`)
  const target: JSONObject = {}
  if (type.descriptor.propertyByName.has('apiVersion')) {
    const { apiVersion, kind } = gvk.toAPIVersionAndKind()
    target.kind = kind
    target.apiVersion = apiVersion
  }
  return { object: instantiate(readInto(target, { type: type.descriptor, bytes }, options), type), gvk }
}

/**
 * The descriptor of the message of an object.
 *
 * @throws NotMarshalableError for objects without a class that describes them, MachineryError `InvalidObject`.
 */
export function messageTypeOf(registry: KindRegistry, object: KubernetesObject): StructDescriptor {
  const type = messageClass(registry, requireObject(object))
  if (type === undefined || isUnstructuredClass(type) || !hasMessage(type))
    throw new NotMarshalableError(goTypeText(object, type))
  return type.descriptor
}

/** Some kinds, such as `Table`, have fields but no protobuf numbers for them. */
const hasNumbers: (descriptor: StructDescriptor) => boolean = weakMemo((descriptor) => {
  const declared = descriptor.fields.filter((field) => !field.inline)
  return declared.length === 0 || declared.some((field) => field.number > 0)
})

function hasMessage({ descriptor }: KindClass): boolean {
  return hasNumbers(descriptor)
}

function messageClass(registry: KindRegistry, object: KubernetesObject): KindClass | undefined {
  if (isTypedObject(object)) return kindClassOf(object)
  return Object.getPrototypeOf(object) === Object.prototype ? registry.classFor(groupVersionKindOf(object)) : undefined
}

function goTypeText(object: object, type: KindClass | undefined): string {
  if (type !== undefined && !isUnstructuredClass(type)) return `*${goTypeName(type.descriptor)}`
  const prototype: { constructor?: { name?: string } } | null = Object.getPrototypeOf(object)
  return prototype?.constructor?.name ?? 'Object'
}

/** Nesting of objects that carry whole other objects. */
export const maxEmbedding = 16
