import { isJSONObject, type JSONObject, type JSONValue, setOwn } from '../../src/json/json-value.js'
import type { ApiPackage } from '../ir/model.js'
import type { PrinterColumn, ResourceFacts } from '../ir/resource-facts.js'

/** The fields of a version in its manifest, besides the schema. */
export interface ManifestFacts {
  readonly package: Pick<ApiPackage, 'group' | 'version'>
  readonly kind: { readonly kind: string }
  readonly resource: ResourceFacts
}

/** A manifest without `spec.versions`. */
export function documentOf({ package: pkg, kind, resource }: ManifestFacts): JSONObject {
  const { plural, singular, shortNames, categories, scope } = resource
  const document: JSONObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${pkg.group}` },
    spec: {
      group: pkg.group ?? '',
      names: {
        ...(categories === undefined ? {} : { categories }),
        kind: kind.kind,
        listKind: resource.listKind ?? `${kind.kind}List`,
        plural,
        ...(shortNames === undefined ? {} : { shortNames }),
        singular,
      },
      scope,
    },
  }
  return mergeOverlay(document, resource.manifest?.document)
}

/** An entry of `spec.versions` without its schema. `only`: the single version is the stored one. */
export function versionEntry({ package: pkg, resource }: Omit<ManifestFacts, 'kind'>, only: boolean): JSONObject {
  const { served = true, storage = only, deprecated, deprecationWarning } = resource.version ?? {}
  const entry: JSONObject = { name: pkg.version ?? '', served, storage }
  if (deprecated !== undefined) entry.deprecated = deprecated
  if (deprecationWarning !== undefined) entry.deprecationWarning = deprecationWarning
  const subresources: JSONObject = {}
  if (resource.subresources?.includes('status') === true) subresources.status = {}
  if (resource.scale !== undefined) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = resource.scale
    subresources.scale = {
      specReplicasPath,
      statusReplicasPath,
      ...(labelSelectorPath === undefined ? {} : { labelSelectorPath }),
    }
  }
  if (Object.keys(subresources).length > 0) entry.subresources = subresources
  if (resource.printerColumns !== undefined) entry.additionalPrinterColumns = resource.printerColumns.map(columnOf)
  if (resource.selectableFields !== undefined) {
    entry.selectableFields = resource.selectableFields.map((jsonPath) => ({ jsonPath }))
  }
  return mergeOverlay(entry, resource.manifest?.version)
}

function columnOf({ name, type, jsonPath, format, description, priority }: PrinterColumn): JSONObject {
  return {
    name,
    type,
    jsonPath,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined ? {} : { priority }),
  }
}

/** The overlay that {@link mergeOverlay} needs to change `written` to `wanted`; lists are replaced as a whole. */
export function mergeOverlayOf(written: JSONObject, wanted: JSONObject): JSONObject | undefined {
  const overlay: JSONObject = {}
  for (const [key, value] of Object.entries(wanted)) {
    const other = Object.hasOwn(written, key) ? written[key] : undefined
    const inner: JSONValue | undefined =
      isJSONObject(other) && isJSONObject(value) ? mergeOverlayOf(other, value) : value
    if (inner !== undefined && JSON.stringify(inner, bigText) !== JSON.stringify(other, bigText)) {
      setOwn(overlay, key, inner)
    }
  }
  for (const key of Object.keys(written)) if (!Object.hasOwn(wanted, key)) setOwn(overlay, key, null)
  return Object.keys(overlay).length > 0 ? overlay : undefined
}

function bigText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

function mergeOverlay(target: JSONObject, overlay: JSONObject | undefined): JSONObject {
  for (const [key, value] of Object.entries(overlay ?? {})) {
    const existing = Object.hasOwn(target, key) ? target[key] : undefined
    if (value === null) delete target[key]
    else if (isJSONObject(existing) && isJSONObject(value)) mergeOverlay(existing, value)
    else setOwn(target, key, value)
  }
  return target
}
