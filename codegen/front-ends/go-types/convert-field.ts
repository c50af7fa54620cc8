import type { FieldShape } from '../../../src/descriptor/build.js'
import type { FieldOptions } from '../../../src/descriptor/types.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { Field } from '../../ir/declarations.js'
import type { TypeRef } from '../../ir/type-ref.js'
import { type ReferenceResolver, readFieldOptions } from '../../markers/field-options.js'
import { MarkerSet } from '../../markers/marker.js'
import { declaredScalar, withExtra } from '../../markers/type-facets.js'
import type { GoField, GoTypeExpression } from './go-syntax.js'
import { type JSONTag, parseJSONTag, parseProtobufTag, parseStructTag } from './struct-tag.js'

/** What a field needs to know of its surroundings. */
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
  const embeddedName = field.name === undefined ? embeddedTypeName(field.type) : undefined
  const goName = field.name ?? embeddedName ?? ''
  const tags = parseStructTag(field.tag, diagnostics, field.tagSpan)
  const json = parseJSONTag(tags.get('json') ?? '')
  if (json.skip || (!isExported(goName) && field.name !== undefined)) return undefined
  if (field.name !== undefined && !tags.has('json')) {
    diagnostics.warning('go-tag', `field ${owner}.${goName} has no json tag: its JSON name is "${goName}"`, field.span)
  }
  if (json.asString) diagnostics.error('go-tag', `field ${owner}.${goName}: ",string" is not supported`, field.tagSpan)
  const pointer = field.type.form === 'pointer'
  const markers = new MarkerSet(field.comments.markers)
  const declared = markers.has('kubebuilder:validation:Schemaless') ? declaredScalar(markers) : undefined
  const type =
    declared ?? context.typeRef(field.type.form === 'pointer' ? field.type.element : field.type, `${owner}${goName}`)
  if (type === undefined) return undefined
  const inline = field.name === undefined && json.name === ''
  if (inline && type.form !== 'named') {
    diagnostics.error('go-embed', `${owner} embeds ${goName}: only structs can be inlined`, field.span)
    return undefined
  }
  if (inline && pointer) {
    diagnostics.warning('go-embed', `${owner} embeds *${goName}: no ${goName} is taken for an empty one`, field.span)
  }
  const proto = tags.has('protobuf')
    ? parseProtobufTag(tags.get('protobuf') ?? '', diagnostics, field.tagSpan)
    : undefined
  if (proto?.wire.startsWith('zigzag')) {
    diagnostics.error('go-tag', `field ${owner}.${goName}: zigzag integers are not supported`, field.tagSpan)
  }
  const name = inline ? goName : json.name === '' ? goName : json.name
  const options = {
    ...(context.optionalByDefault && !inline ? { required: false } : {}),
    ...readFieldOptions(markers, context.resolveDefault, diagnostics),
  }
  const schema = withExtra(options.schema, markers)
  const featureGates = markers.values('featureGate')
  return {
    name,
    ...(sourceName(name, goName) === undefined ? {} : { sourceName: goName }),
    number: proto?.number ?? 0,
    type,
    shape: inline ? '<' : shapeOf(pointer, json),
    options: {
      ...options,
      ...(schema === undefined ? {} : { schema }),
      ...patchOptions(tags),
      ...(proto?.name !== undefined && proto.name !== fieldNameOf(name, inline) ? { protoName: proto.name } : {}),
      ...(proto?.packed === true ? { packed: true } : {}),
    },
    ...(featureGates.length > 0 ? { featureGates } : {}),
    span: field.span,
    doc: field.comments.doc,
  }
}

/** What the field is called in protobuf unless the tag says otherwise; inlined structs are named after their type. */
function fieldNameOf(name: string, inline: boolean): string {
  return inline ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function sourceName(jsonName: string, goName: string): string | undefined {
  return jsonName.charAt(0).toUpperCase() + jsonName.slice(1) === goName ? undefined : goName
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
