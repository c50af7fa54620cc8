import type { JSONObject, JSONValue, SchemaFacets } from '../../src/descriptor/types.js'
import { type Marker, type MarkerSet, namedArguments, splitArguments, unquote } from './marker.js'
import { parseMarkerValue } from './marker-value.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Facets = Mutable<SchemaFacets>
type Reader = (facets: Facets, value: string) => void

const numeric =
  (
    key:
      | 'minimum'
      | 'maximum'
      | 'multipleOf'
      | 'minLength'
      | 'maxLength'
      | 'minItems'
      | 'maxItems'
      | 'minProperties'
      | 'maxProperties',
  ): Reader =>
  (facets, value) => {
    const number = Number(value.trim())
    if (value.trim() !== '' && !Number.isNaN(number)) facets[key] = number
  }
const flag =
  (key: 'exclusiveMinimum' | 'exclusiveMaximum' | 'uniqueItems'): Reader =>
  (facets, value) => {
    if (value !== 'false') facets[key] = true
  }
const textual =
  (key: 'pattern' | 'format' | 'title'): Reader =>
  (facets, value) => {
    facets[key] = unquote(value)
  }

/** `kubebuilder:validation:` and `k8s:validation:` names, in lower case. */
const readers: Readonly<Record<string, Reader>> = {
  minimum: numeric('minimum'),
  maximum: numeric('maximum'),
  multipleof: numeric('multipleOf'),
  minlength: numeric('minLength'),
  maxlength: numeric('maxLength'),
  minitems: numeric('minItems'),
  maxitems: numeric('maxItems'),
  minproperties: numeric('minProperties'),
  maxproperties: numeric('maxProperties'),
  exclusiveminimum: flag('exclusiveMinimum'),
  exclusivemaximum: flag('exclusiveMaximum'),
  uniqueitems: flag('uniqueItems'),
  pattern: textual('pattern'),
  format: textual('format'),
  enum: (facets, value) => {
    facets.enum = readEnum(value)
  },
  xvalidation: (facets, value) => {
    const rule: JSONObject = {}
    for (const [key, text] of namedArguments(value)) {
      Object.defineProperty(rule, key, {
        value: key === 'optionalOldSelf' ? text === 'true' : text,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    facets.rules = [...(facets.rules ?? []), rule]
  },
}

function readEnum(value: string): JSONValue[] {
  const inner = value.trim().replace(/^\{(.*)\}$/, '$1')
  return splitArguments(inner, inner.includes(';') ? ';' : ',').map(parseMarkerValue)
}

/** `+k8s:` tags for generators, not for validation of a value. */
const notValidation =
  /^k8s:(deepcopy-gen|defaulter-gen|conversion-gen|conversion-fn|openapi-gen|openapi-model-package|protobuf-gen|prerelease-lifecycle-gen|validation-gen|validation:|supportsSubresource|isSubresource|default$)/

/** Reads the validation markers of a field or type; `undefined` when there are none. */
export function readSchemaFacets(markers: MarkerSet): SchemaFacets | undefined {
  const facets: Facets = {}
  const items: Facets = {}
  const tags: string[] = []
  for (const marker of markers.all) {
    if (applyValidation(marker, facets, items)) continue
    if (marker.name.startsWith('k8s:') && !notValidation.test(marker.name)) tags.push(tagText(marker))
  }
  if (tags.length > 0) facets.tags = tags
  if (Object.keys(items).length > 0) facets.items = items
  return Object.keys(facets).length > 0 ? facets : undefined
}

function tagText(marker: Marker): string {
  const name = marker.name.slice('k8s:'.length)
  return marker.value === undefined ? name : `${name}=${marker.value}`
}

function applyValidation(marker: Marker, facets: Facets, items: Facets): boolean {
  const match = /^(?:kubebuilder|k8s):(title|validation:(items:)?([A-Za-z]+))(?::(.*))?$/.exec(marker.name)
  if (match === null) return false
  const [, whole = '', forItems, name = whole, inlineArguments] = match
  const reader = whole === 'title' ? textual('title') : readers[name.toLowerCase()]
  if (reader === undefined) return false
  const value = inlineArguments === undefined ? (marker.value ?? '') : `${inlineArguments}=${marker.value ?? ''}`
  reader(forItems === undefined ? facets : items, value)
  return true
}
