import { isJSONObject, type JSONObject, type JSONValue } from '../../../src/json/json-value.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../src/validation/dns-names.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import type { PrinterColumn, ResourceFacts } from '../../ir/resource-facts.js'
import { documentOf, mergeOverlayOf, versionEntry } from '../../schema/crd-manifest.js'
import { deepestSchema, nestsTooDeep } from '../../schema/nesting.js'
import { fromV1beta1 } from './from-v1beta1.js'

/** One version of a CustomResourceDefinition. */
export interface VersionDefinition {
  readonly group: string
  readonly name: string
  readonly kind: string
  readonly listKind: string
  readonly resource: ResourceFacts
  readonly schema: JSONObject
  readonly schemaPath: readonly (string | number)[]
  span(path: readonly (string | number)[]): SourceSpan
}

/** How one document is reported on. */
export interface DefinitionContext {
  readonly diagnostics: Diagnostics
  span(path: readonly (string | number)[]): SourceSpan
}

const anything: JSONObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** Takes one document apart; anything that is no CustomResourceDefinition gives a warning and nothing else. */
export function readDefinition(document: JSONValue, context: DefinitionContext): VersionDefinition[] {
  const { diagnostics, span } = context
  if (!isJSONObject(document) || document.kind !== 'CustomResourceDefinition') {
    const kind = isJSONObject(document) ? String(document.kind) : typeof document
    diagnostics.warning('crd-kind', `not a CustomResourceDefinition but ${kind}: passed over`, span(['kind']))
    return []
  }
  if (document.apiVersion === 'apiextensions.k8s.io/v1beta1') {
    diagnostics.warning('crd-version', 'apiextensions.k8s.io/v1beta1 is read and written as v1', span(['apiVersion']))
    return readV1(fromV1beta1(document), context)
  }
  if (document.apiVersion !== 'apiextensions.k8s.io/v1') {
    const message = `apiVersion ${String(document.apiVersion)} is not supported: convert the manifest to apiextensions.k8s.io/v1`
    diagnostics.error('crd-version', message, span(['apiVersion']))
    return []
  }
  return readV1(document, context)
}

function readV1(document: JSONObject, context: DefinitionContext): VersionDefinition[] {
  const { diagnostics, span } = context
  const spec = objectOrEmpty(document.spec)
  const names = objectOrEmpty(spec.names)
  const missing = [
    ...['group', 'scope'].filter((key) => !isName(spec[key])).map((key) => ['spec', key]),
    ...['kind', 'plural'].filter((key) => !isName(names[key])).map((key) => ['spec', 'names', key]),
  ]
  for (const path of missing) diagnostics.error('crd-incomplete', `${path.join('.')} is missing`, span(path))
  const versions = Array.isArray(spec.versions) ? spec.versions : []
  if (versions.length === 0) diagnostics.error('crd-incomplete', 'spec.versions is missing', span(['spec', 'versions']))
  const wrong = namesToCheck(spec, names, versions).flatMap(({ path, value, check }) =>
    check(value).map((message) => ({ path, value, message })),
  )
  for (const { path, value, message } of wrong) {
    const text = `${path.join('.').replaceAll(/\.(\d+)/g, '[$1]')} is ${JSON.stringify(value)}: ${message}`
    diagnostics[isHarmless(value) ? 'warning' : 'error']('crd-name', text, span(path))
  }
  if (missing.length > 0 || wrong.some(({ value }) => !isHarmless(value))) return []
  return versions.flatMap((version, index) => {
    const path = ['spec', 'versions', index]
    if (nestsTooDeep(version)) {
      diagnostics.error('crd-depth', `a version nests deeper than ${deepestSchema}`, span(path))
      return []
    }
    if (isJSONObject(version) && isName(version.name)) {
      return [readVersion({ document, spec, names, version }, { ...context, path, count: versions.length })]
    }
    diagnostics.error('crd-incomplete', 'a version has no name', span(path))
    return []
  })
}

interface NameToCheck {
  readonly path: readonly (string | number)[]
  readonly value: string
  check(value: string): string[]
}

/** A name that an API server would refuse, but that can be a folder, a file and a part of code. */
function isHarmless(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !name.includes('..')
}

/** The names of a definition, and what API servers demand of them. */
function namesToCheck(spec: JSONObject, names: JSONObject, versions: readonly JSONValue[]): NameToCheck[] {
  const kind = (value: string) => isDNS1035Label(value.toLowerCase())
  const wanted: [readonly (string | number)[], JSONValue | undefined, (value: string) => string[]][] = [
    [['spec', 'group'], spec.group, isDNS1123Subdomain],
    [['spec', 'names', 'plural'], names.plural, isDNS1035Label],
    [['spec', 'names', 'kind'], names.kind, kind],
    [['spec', 'names', 'listKind'], names.listKind, kind],
    ...versions.map((version, index): [(string | number)[], JSONValue | undefined, typeof isDNS1035Label] => [
      ['spec', 'versions', index, 'name'],
      objectOrEmpty(version).name,
      isDNS1035Label,
    ]),
  ]
  return wanted.flatMap(([path, value, check]) => (isName(value) ? [{ path, value, check }] : []))
}

interface DefinitionParts {
  readonly document: JSONObject
  readonly spec: JSONObject
  readonly names: JSONObject
  readonly version: JSONObject
}

function readVersion(
  { document, spec, names, version }: DefinitionParts,
  context: DefinitionContext & { path: (string | number)[]; count: number },
): VersionDefinition {
  const group = String(spec.group)
  const name = String(version.name)
  const kind = String(names.kind)
  const resource = resourceFacts(spec, names, version)
  const pkg = { group, version: name }
  const written = documentOf({ package: pkg, kind: { kind }, resource })
  const { versions: _, ...specWithoutVersions } = spec
  const wholeOverlay = mergeOverlayOf(written, { ...document, spec: specWithoutVersions })
  const { openAPIV3Schema, ...otherSchema } = objectOrEmpty(version.schema)
  const { schema: __, ...versionWithoutSchema } = version
  const wantedEntry =
    Object.keys(otherSchema).length > 0 ? { ...versionWithoutSchema, schema: otherSchema } : versionWithoutSchema
  const versionOverlay = mergeOverlayOf(versionEntry({ package: pkg, resource }, context.count === 1), wantedEntry)
  const place = context.count === 1 ? undefined : Number(context.path.at(-1))
  const noSchema = version.schema === undefined
  if (wholeOverlay !== undefined || versionOverlay !== undefined || place !== undefined || noSchema) {
    resource.manifest = { document: wholeOverlay, version: versionOverlay, place, ...(noSchema ? { noSchema } : {}) }
  }
  const schemaPath = [...context.path, 'schema', 'openAPIV3Schema']
  if (!isJSONObject(openAPIV3Schema)) {
    context.diagnostics.warning('crd-schema', `version ${name} has no schema: any content`, context.span(context.path))
  }
  const schema = isJSONObject(openAPIV3Schema) ? openAPIV3Schema : anything
  return {
    group,
    name,
    kind,
    listKind: resource.listKind ?? `${kind}List`,
    resource,
    schema,
    schemaPath,
    span: context.span,
  }
}

function resourceFacts(spec: JSONObject, names: JSONObject, version: JSONObject): ResourceFacts {
  const kind = String(names.kind)
  const facts: ResourceFacts = {
    plural: String(names.plural),
    singular: typeof names.singular === 'string' ? names.singular : kind.toLowerCase(),
    scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
  }
  if (typeof names.listKind === 'string' && names.listKind !== `${kind}List`) facts.listKind = names.listKind
  if (isTexts(names.shortNames)) facts.shortNames = names.shortNames
  if (isTexts(names.categories)) facts.categories = names.categories
  addSubresources(facts, objectOrEmpty(version.subresources))
  const columns = version.additionalPrinterColumns
  if (Array.isArray(columns) && columns.length > 0 && columns.every(isColumn)) {
    facts.printerColumns = columns as unknown as PrinterColumn[]
  }
  const selectable = Array.isArray(version.selectableFields) ? version.selectableFields : []
  const paths = selectable.flatMap((each) =>
    isJSONObject(each) && typeof each.jsonPath === 'string' ? [each.jsonPath] : [],
  )
  if (paths.length > 0) facts.selectableFields = paths
  facts.version = {
    ...(typeof version.storage === 'boolean' ? { storage: version.storage } : {}),
    ...(typeof version.served === 'boolean' ? { served: version.served } : {}),
    ...(typeof version.deprecated === 'boolean' ? { deprecated: version.deprecated } : {}),
    ...(typeof version.deprecationWarning === 'string' ? { deprecationWarning: version.deprecationWarning } : {}),
  }
  return facts
}

function addSubresources(facts: ResourceFacts, subresources: JSONObject): void {
  const names = ['status', 'scale'].filter((name) => isJSONObject(subresources[name]))
  if (names.length > 0) facts.subresources = names
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = objectOrEmpty(subresources.scale)
  if (typeof specReplicasPath !== 'string' || typeof statusReplicasPath !== 'string') return
  facts.scale = { specReplicasPath, statusReplicasPath }
  if (typeof labelSelectorPath === 'string') facts.scale.labelSelectorPath = labelSelectorPath
}

function isColumn(value: JSONValue): boolean {
  return (
    isJSONObject(value) &&
    [value.name, value.type, value.jsonPath].every((each) => typeof each === 'string') &&
    Object.keys(value).every((key) => ['name', 'type', 'jsonPath', 'format', 'description', 'priority'].includes(key))
  )
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

function objectOrEmpty(value: unknown): JSONObject {
  return isJSONObject(value) ? value : {}
}
