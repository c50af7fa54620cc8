import type {
  JSONObject,
  ScalarKind,
  SchemaFacets,
  StructOptions,
  UnionDescriptor,
} from '../../src/descriptor/types.js'
import { type ScalarRef, scalarRef } from '../ir/type-ref.js'
import { type MarkerSet, unquote } from './marker.js'
import { parseMarkerValue } from './marker-value.js'
import { readSchemaFacets } from './schema-facets.js'

const shapeKeywords = ['type', 'format', 'properties', 'required', 'items', 'additionalProperties']

/** Markers of controller-tools with their own keyword. */
const keywords: Readonly<Record<string, (value: string | undefined) => JSONObject>> = {
  'kubebuilder:pruning:PreserveUnknownFields': () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
  'kubebuilder:validation:XPreserveUnknownFields': () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
  'kubebuilder:validation:EmbeddedResource': () => ({ 'x-kubernetes-embedded-resource': true }),
  'kubebuilder:validation:XEmbeddedResource': () => ({ 'x-kubernetes-embedded-resource': true }),
  'kubebuilder:validation:XIntOrString': () => ({ 'x-kubernetes-int-or-string': true }),
  'kubebuilder:validation:Type': (value) => ({ type: value === undefined ? null : parseMarkerValue(value) }),
  // Nothing is said of the shape then.
  'kubebuilder:validation:Schemaless': () => Object.fromEntries(shapeKeywords.map((keyword) => [keyword, null])),
  'kubebuilder:example': (value) => ({ example: value === undefined ? null : parseMarkerValue(value) }),
}

/** Facets with the keywords of markers that have no facet of their own. */
export function withExtra(schema: SchemaFacets | undefined, markers: MarkerSet): SchemaFacets | undefined {
  const extra: JSONObject = {}
  for (const { name, value } of markers.all) {
    if (Object.hasOwn(keywords, name)) Object.assign(extra, keywords[name]?.(value))
  }
  const rules = fieldRules(markers)
  const all = rules.length > 0 ? { ...schema, rules: [...(schema?.rules ?? []), ...rules] } : schema
  return Object.keys(extra).length > 0 ? { ...all, extra: { ...all?.extra, ...extra } } : all
}

const typeScalars: Readonly<Record<string, ScalarKind>> = {
  string: 'string',
  integer: 'int64',
  number: 'double',
  boolean: 'bool',
  object: 'rawExtension',
  array: 'json',
  Any: 'json',
}

/** The scalar by `+kubebuilder:validation:Type`, for a value whose Go type does not show its JSON. */
export function declaredScalar(markers: MarkerSet): ScalarRef | undefined {
  const type = unquote(markers.value('kubebuilder:validation:Type') ?? '')
  return Object.hasOwn(typeScalars, type) ? scalarRef(typeScalars[type]!) : undefined
}

/** Facets of a type declaration. */
export function typeFacets(markers: MarkerSet): SchemaFacets | undefined {
  return withExtra(readSchemaFacets(markers), markers)
}

/** Options of a struct with these markers and unions. */
export function structOptions(markers: MarkerSet, unions: UnionDescriptor[]): StructOptions {
  const structType = markers.value('structType')
  const schema = typeFacets(markers)
  return {
    ...(structType === 'atomic' || structType === 'granular' ? { structType } : {}),
    ...(schema === undefined ? {} : { schema }),
    ...(markers.has('kubebuilder:pruning:PreserveUnknownFields') ? { preserveUnknownFields: true } : {}),
    ...(unions.length > 0 ? { unions } : {}),
  }
}

/** `+kubebuilder:validation:ExactlyOneOf=a;b` and its kin are CEL rules. */
function fieldRules(markers: MarkerSet): JSONObject[] {
  const kinds = [
    ['ExactlyOneOf', '==', 'exactly'],
    ['AtMostOneOf', '<=', 'at most'],
    ['AtLeastOneOf', '>=', 'at least'],
  ] as const
  return kinds.flatMap(([name, sign, words]) =>
    markers.values(`kubebuilder:validation:${name}`).map((value) => {
      const fields = value
        .replace(/^\{(.*)\}$/, '$1')
        .split(/[;,]/)
        .map((each) => each.trim())
      const tests = fields.map((field) => `has(self.${field})`).join(',')
      return {
        rule: `[${tests}].filter(x,x==true).size() ${sign} 1`,
        message: `${words} one of the fields in [${fields.join(' ')}] ${name === 'AtMostOneOf' ? 'may' : 'must'} be set`,
      }
    }),
  )
}
