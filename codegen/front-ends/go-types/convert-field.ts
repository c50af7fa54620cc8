import type { FieldShape } from '../../../src/descriptor/build.js'
import type { FieldOptions } from '../../../src/descriptor/types.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { Field } from '../../ir/declarations.js'
import type { TypeRef } from '../../ir/type-ref.js'
import { type ReferenceResolver, readFieldOptions } from '../../markers/field-options.js'
import { MarkerSet } from '../../markers/marker.js'
import { declaredScalar, withExtra } from '../../markers/type-facets.js'
import { upperFirst } from '../../schema/type-names.js'
import type { GoField, GoTypeExpression } from './go-syntax.js'
import { type JSONTag, type ProtobufTag, parseJSONTag, parseProtobufTag, parseStructTag } from './struct-tag.js'

/** The context of a field. */
export interface FieldContext {
  readonly diagnostics: Diagnostics
  readonly resolveDefault: ReferenceResolver
  /** `+kubebuilder:validation:Optional` at the package: fields are optional unless they say otherwise. */
  readonly optionalByDefault: boolean
  /** Turns a type into a reference; `hint` names an anonymous struct. */
  typeRef(expression: GoTypeExpression, hint: string): TypeRef | undefined
}

/** Turns a Go field into a field of the model; `undefined` for fields that JSON does not have. */
export function convertField(field: GoField, owner: string, context: FieldContext): Field | undefined {
  const { diagnostics } = context
  const goName = field.name ?? embeddedTypeName(field.type) ?? ''
  const tags = parseStructTag(field.tag, diagnostics, field.tagSpan)
  const json = parseJSONTag(tags.get('json') ?? '')
  if (json.skip || (!isExported(goName) && field.name !== undefined)) return undefined
  if (field.name !== undefined && !tags.has('json')) {
    diagnostics.warning('go-tag', `field ${owner}.${goName} has no json tag: its JSON name is "${goName}"`, field.span)
  }
  if (json.asString) diagnostics.error('go-tag', `field ${owner}.${goName}: ",string" is not supported`, field.tagSpan)
  const markers = new MarkerSet(field.comments.markers)
  const type = typeOf(field, `${owner}${goName}`, { ...context, markers })
  if (type === undefined) return undefined
  const inline = field.name === undefined && json.name === ''
  if (inline && !checkInlined(field, type, { owner, goName, diagnostics })) return undefined
  const proto = protobufOf(tags, field, { owner, goName, diagnostics })
  const name = inline || json.name === '' ? goName : json.name
  const featureGates = markers.values('featureGate')
  return {
    name,
    ...(upperFirst(name) === goName ? {} : { sourceName: goName }),
    number: proto?.number ?? 0,
    type,
    shape: inline ? '<' : shapeOf(field.type.form === 'pointer', json),
    options: {
      ...fieldOptions(markers, inline, context),
      ...patchOptions(tags),
      ...(proto?.name !== undefined && proto.name !== fieldNameOf(name, inline) ? { protoName: proto.name } : {}),
      ...(proto?.packed === true ? { packed: true } : {}),
    },
    ...(featureGates.length > 0 ? { featureGates } : {}),
    span: field.span,
    doc: field.comments.doc,
  }
}

function typeOf({ type }: GoField, hint: string, context: FieldContext & { markers: MarkerSet }): TypeRef | undefined {
  const { markers } = context
  const declared = markers.has('kubebuilder:validation:Schemaless') ? declaredScalar(markers) : undefined
  return declared ?? context.typeRef(type.form === 'pointer' ? type.element : type, hint)
}

/** The name of a field in messages, and where they go. */
interface FieldReport {
  readonly owner: string
  readonly goName: string
  readonly diagnostics: Diagnostics
}

/** Reports whether an embedded field can be inlined. */
function checkInlined(field: GoField, type: TypeRef, { owner, goName, diagnostics }: FieldReport): boolean {
  if (type.form !== 'named') {
    diagnostics.error('go-embed', `${owner} embeds ${goName}: only structs can be inlined`, field.span)
    return false
  }
  if (field.type.form === 'pointer') {
    diagnostics.warning('go-embed', `${owner} embeds *${goName}: no ${goName} is taken for an empty one`, field.span)
  }
  return true
}

function protobufOf(
  tags: ReadonlyMap<string, string>,
  { tagSpan }: GoField,
  { owner, goName, diagnostics }: FieldReport,
): ProtobufTag | undefined {
  const tag = tags.get('protobuf')
  const proto = tag === undefined ? undefined : parseProtobufTag(tag, diagnostics, tagSpan)
  if (proto?.wire.startsWith('zigzag')) {
    diagnostics.error('go-tag', `field ${owner}.${goName}: zigzag integers are not supported`, tagSpan)
  }
  return proto
}

function fieldOptions(markers: MarkerSet, inline: boolean, context: FieldContext): FieldOptions {
  const options = readFieldOptions(markers, context.resolveDefault, context.diagnostics)
  const schema = withExtra(options.schema, markers)
  return {
    ...(context.optionalByDefault && !inline ? { required: false } : {}),
    ...options,
    ...(schema === undefined ? {} : { schema }),
  }
}

/** The name of the field in protobuf unless the tag sets another; inlined structs are named after their type. */
function fieldNameOf(name: string, inline: boolean): string {
  return inline ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function shapeOf(pointer: boolean, json: JSONTag): FieldShape {
  if (pointer) return json.omitEmpty ? '*?' : json.omitZero ? '*z' : '*'
  if (json.omitZero) return json.omitEmpty ? '?z' : 'z'
  return json.omitEmpty ? '?' : ''
}

function patchOptions(tags: ReadonlyMap<string, string>): FieldOptions {
  const patchStrategy = tags.get('patchStrategy')
  const patchMergeKey = tags.get('patchMergeKey')
  return {
    ...(patchStrategy === undefined ? {} : { patchStrategy }),
    ...(patchMergeKey === undefined ? {} : { patchMergeKey }),
  }
}

function embeddedTypeName(type: GoTypeExpression): string | undefined {
  if (type.form === 'pointer') return embeddedTypeName(type.element)
  return type.form === 'name' ? type.name : undefined
}

/** Reports whether Go exports a name. */
export function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}
