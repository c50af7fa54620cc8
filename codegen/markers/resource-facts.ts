import type { JSONObject } from '../../src/descriptor/types.js'
import type { ClientFacts, ClientMethod, PrinterColumn, ResourceFacts } from '../ir/resource-facts.js'
import { type MarkerSet, namedArguments, splitArguments, unquote } from './marker.js'
import { pluralOf } from './plural.js'

/**
 * Reads how a kind is served from `+genclient…`, `+resourceName`, `+kubebuilder:resource…` and `+kubebuilder:object:root`;
 * `undefined` when no marker says that it is served on its own.
 */
export function readResourceFacts(
  kind: string,
  markers: MarkerSet,
  fields: readonly { readonly name: string }[],
): ResourceFacts | undefined {
  const has = (name: string) => fields.some((field) => field.name === name)
  const resource = kubebuilderArguments(markers, 'resource')
  // Configuration files are root objects, too, but have no metadata.
  const isRoot = markers.has('kubebuilder:object:root') && has('metadata')
  if (!isRoot && resource === undefined && !markers.has('genclient')) return undefined
  const client = readClientFacts(markers)
  if (client.noVerbs === true && client.methods === undefined && resource === undefined) return undefined
  const scope = resource?.get('scope') ?? (markers.has('genclient:nonNamespaced') ? 'Cluster' : 'Namespaced')
  const facts: ResourceFacts = {
    plural: resource?.get('path') ?? markers.value('resourceName') ?? pluralOf(kind),
    singular: resource?.get('singular') ?? kind.toLowerCase(),
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
  }
  const shortNames = listArgument(resource?.get('shortName'))
  if (shortNames.length > 0) facts.shortNames = shortNames
  const categories = listArgument(resource?.get('categories'))
  if (categories.length > 0) facts.categories = categories
  addKubebuilderFacts(facts, markers)
  if (Object.keys(client).length > 0) facts.client = client
  const subresources = subresourcesOf(facts, markers, has('status'))
  if (subresources.length > 0) facts.subresources = subresources
  // controller-tools take no status from the client's tags.
  const isTheirs = resource !== undefined || markers.has('kubebuilder:object:root')
  if (isTheirs && !markers.has('kubebuilder:subresource:status') && subresources.includes('status')) {
    facts.manifest = { version: { subresources: facts.scale === undefined ? null : { status: null } } }
  }
  const metadata = readMetadataMarkers(markers)
  if (metadata !== undefined) facts.manifest = { ...facts.manifest, document: { metadata } }
  return facts
}

/** `+kubebuilder:metadata:annotations="a=b",labels={"c=d"}`. */
function readMetadataMarkers(markers: MarkerSet): JSONObject | undefined {
  const metadata: JSONObject = {}
  for (const { name, value } of markers.startingWith('kubebuilder:metadata:')) {
    for (const part of splitArguments(`${name.slice('kubebuilder:metadata:'.length)}=${value ?? ''}`)) {
      const [, key = '', text = ''] = /^(annotations|labels)=(.*)$/s.exec(part) ?? []
      if (key === '') continue
      const pairs = splitArguments(text.replace(/^\{(.*)\}$/s, '$1'), ';').map(unquote)
      const entries = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
      metadata[key] = { ...((metadata[key] as JSONObject | undefined) ?? {}), ...Object.fromEntries(entries) }
    }
  }
  return Object.keys(metadata).length > 0 ? metadata : undefined
}

function listArgument(text: string | undefined): string[] {
  if (text === undefined) return []
  const inner = text.replace(/^\{(.*)\}$/, '$1')
  return splitArguments(inner, inner.includes(';') ? ';' : ',').map(unquote)
}

/** Arguments of `+kubebuilder:NAME:key=value,…`; an empty table for the marker without arguments. */
function kubebuilderArguments(markers: MarkerSet, name: string): Map<string, string> | undefined {
  const prefix = `kubebuilder:${name}`
  const marker = markers.all.find((each) => each.name === prefix || each.name.startsWith(`${prefix}:`))
  return marker === undefined ? undefined : kubebuilderTable(marker.name.slice(prefix.length + 1), marker.value)
}

function kubebuilderTable(firstKey: string, value: string | undefined): Map<string, string> {
  if (firstKey === '') return new Map()
  return namedArguments(value === undefined ? firstKey : `${firstKey}=${value}`)
}

/** The verbs of `+genclient:readonly`, to which `+genclient:onlyVerbs` adds. */
const readonlyVerbs: readonly string[] = ['get', 'list', 'watch']

function readClientFacts(markers: MarkerSet): ClientFacts {
  const facts: ClientFacts = {}
  if (markers.has('genclient:noVerbs')) facts.noVerbs = true
  if (markers.has('genclient:noStatus')) facts.noStatus = true
  const onlyVerbs = markers.value('genclient:onlyVerbs')
  const isReadonly = markers.has('genclient:readonly')
  if (onlyVerbs !== undefined || isReadonly) {
    facts.onlyVerbs = [...(isReadonly ? readonlyVerbs : []), ...splitArguments(onlyVerbs ?? '')]
  }
  const skipVerbs = markers.value('genclient:skipVerbs')
  if (skipVerbs !== undefined) facts.skipVerbs = splitArguments(skipVerbs)
  const methods = markers.values('genclient:method').map(readMethod)
  if (methods.length > 0) facts.methods = methods
  return facts
}

function readMethod(text: string): ClientMethod {
  const [name = '', ...rest] = splitArguments(text)
  const table = namedArguments(rest.join(','))
  const method: ClientMethod = { name, verb: table.get('verb') ?? 'get' }
  const subresource = table.get('subresource')
  if (subresource !== undefined) method.subresource = subresource
  const input = table.get('input')
  if (input !== undefined) method.input = input
  const result = table.get('result')
  if (result !== undefined) method.result = result
  return method
}

function subresourcesOf(facts: ResourceFacts, markers: MarkerSet, hasStatus: boolean): string[] {
  const client = facts.client ?? {}
  const names = new Set<string>()
  const verbs = client.onlyVerbs
  const updatesStatus = hasStatus && client.noStatus !== true && (verbs === undefined || verbs.includes('updateStatus'))
  const skipped = client.skipVerbs?.includes('updateStatus') === true
  const kubebuilder = markers.has('kubebuilder:subresource:status')
  if (kubebuilder || (markers.has('genclient') && updatesStatus && !skipped)) names.add('status')
  if (facts.scale !== undefined) names.add('scale')
  for (const method of client.methods ?? []) if (method.subresource !== undefined) names.add(method.subresource)
  return [...names]
}

function addKubebuilderFacts(facts: ResourceFacts, markers: MarkerSet): void {
  const columns = markers.startingWith('kubebuilder:printcolumn:').map((marker) => {
    const table = kubebuilderTable(marker.name.slice('kubebuilder:printcolumn:'.length), marker.value)
    const column: PrinterColumn = {
      name: table.get('name') ?? '',
      type: table.get('type') ?? 'string',
      jsonPath: table.get('JSONPath') ?? '',
    }
    for (const key of ['format', 'description'] as const) {
      const value = table.get(key)
      if (value !== undefined) column[key] = value
    }
    const priority = table.get('priority')
    if (priority !== undefined) column.priority = Number(priority)
    return column
  })
  if (columns.length > 0) facts.printerColumns = columns
  const scale = kubebuilderArguments(markers, 'subresource:scale')
  if (scale !== undefined) {
    facts.scale = { specReplicasPath: scale.get('specpath') ?? '', statusReplicasPath: scale.get('statuspath') ?? '' }
    const selector = scale.get('selectorpath')
    if (selector !== undefined) facts.scale.labelSelectorPath = selector
  }
  const paths = markers
    .startingWith('kubebuilder:selectablefield')
    .flatMap(({ name, value }) => (name.endsWith(':JSONPath') && value !== undefined ? [unquote(value)] : []))
  if (paths.length > 0) facts.selectableFields = paths
  addVersionFacts(facts, markers)
}

function addVersionFacts(facts: ResourceFacts, markers: MarkerSet): void {
  const version: NonNullable<ResourceFacts['version']> = {}
  if (markers.has('kubebuilder:storageversion')) version.storage = true
  if (markers.has('kubebuilder:unservedversion')) version.served = false
  if (markers.has('kubebuilder:skipversion')) version.skipped = true
  const deprecated = kubebuilderArguments(markers, 'deprecatedversion')
  if (deprecated !== undefined) {
    version.deprecated = true
    const warning = deprecated.get('warning')
    if (warning !== undefined) version.deprecationWarning = warning
  }
  if (Object.keys(version).length > 0) facts.version = version
}
