import type { FieldOptions, JSONValue } from '../../src/descriptor/types.js'
import type { Diagnostics } from '../diagnostics/diagnostic.js'
import { type Marker, type MarkerSet, unquote } from './marker.js'
import { parseMarkerValue } from './marker-value.js'
import { readSchemaFacets } from './schema-facets.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Resolves `ref(Name)` in a default; `undefined` when the name is unknown. */
export type ReferenceResolver = (name: string) => JSONValue | undefined

const listTypes = ['atomic', 'set', 'map'] as const
const structTypes = ['atomic', 'granular'] as const

/** Reads the markers of a field that change how it is read, merged or validated. */
export function readFieldOptions(
  markers: MarkerSet,
  resolve: ReferenceResolver,
  diagnostics: Diagnostics,
): FieldOptions {
  const options: Mutable<FieldOptions> = {}
  const required = readRequired(markers, diagnostics)
  if (required !== undefined) options.required = required
  if (markers.has('nullable') || markers.has('kubebuilder:validation:Nullable')) options.nullable = true
  const listType = readOneOf(markers.first('listType', 'kubebuilder:validation:ListType'), listTypes, diagnostics)
  if (listType !== undefined) options.listType = listType
  const keys = markers.values('listMapKey')
  if (keys.length > 0) options.listMapKeys = keys
  const mapType = readOneOf(markers.first('mapType'), structTypes, diagnostics)
  if (mapType !== undefined) options.mapType = mapType
  const structType = readOneOf(markers.first('structType'), structTypes, diagnostics)
  if (structType !== undefined) options.structType = structType
  const patchStrategy = markers.value('patchStrategy')
  if (patchStrategy !== undefined) options.patchStrategy = patchStrategy
  const patchMergeKey = markers.value('patchMergeKey')
  if (patchMergeKey !== undefined) options.patchMergeKey = patchMergeKey
  const byDefault = readDefault(markers.first('default', 'kubebuilder:default', 'k8s:default'), resolve, diagnostics)
  if (byDefault !== undefined) options.default = byDefault
  const schema = readSchemaFacets(markers)
  if (schema !== undefined) options.schema = schema
  if (markers.has('deprecated') || markers.has('k8s:deprecated')) options.deprecated = true
  return options
}

/** The plain markers count first, as in kube-openapi; the prefixed ones where there are none. */
function readRequired(markers: MarkerSet, diagnostics: Diagnostics): boolean | undefined {
  for (const prefix of ['', 'kubebuilder:validation:', 'k8s:']) {
    const optional = markers.first(`${prefix}${prefix.startsWith('kube') ? 'Optional' : 'optional'}`)
    const required = markers.first(`${prefix}${prefix.startsWith('kube') ? 'Required' : 'required'}`)
    if (optional !== undefined && required !== undefined) {
      diagnostics.error('marker-conflict', 'a field cannot be both optional and required', required.span)
    }
    if (optional !== undefined || required !== undefined) return required !== undefined
  }
  return undefined
}

/** Reads a marker whose value is one of a few words; anything else is an error. */
function readOneOf<T extends string>(
  marker: Marker | undefined,
  allowed: readonly T[],
  diagnostics: Diagnostics,
): T | undefined {
  if (marker?.value === undefined) return undefined
  const value = unquote(marker.value)
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) {
    diagnostics.error('marker-value', `"+${marker.name}=${value}": expected one of ${allowed.join(', ')}`, marker.span)
  }
  return found
}

function readDefault(
  marker: Marker | undefined,
  resolve: ReferenceResolver,
  diagnostics: Diagnostics,
): JSONValue | undefined {
  if (marker?.value === undefined) return undefined
  const reference = /^ref\((.*)\)$/.exec(marker.value.trim())
  if (reference !== null) {
    const value = resolve(reference[1] ?? '')
    if (value === undefined) {
      diagnostics.error('marker-value', `"+${marker.name}": unknown constant ${reference[1]}`, marker.span)
    }
    return value
  }
  if (marker.name === 'kubebuilder:default') return parseMarkerValue(marker.value)
  try {
    return JSON.parse(marker.value)
  } catch {
    diagnostics.error('marker-value', `"+${marker.name}=${marker.value}": the default is not JSON`, marker.span)
    return undefined
  }
}
