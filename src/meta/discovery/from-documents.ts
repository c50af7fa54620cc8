import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import {
  type DiscoveredGroup,
  type DiscoveredResource,
  type DiscoveredResourceList,
  type DiscoveredVersion,
  type Discovery,
  mergeDiscovery,
} from './discovery.js'
import { DocumentReader } from './document-reader.js'
import { discoveryFromAggregated } from './from-aggregated.js'

/**
 * Reads the discovery documents of an API server, decoded and in any order: `APIVersions` (from `/api`), `APIGroupList`
 * (from `/apis`), `APIGroup`, `APIResourceList` (from `/api/v1`, `/apis/apps/v1` and so on), and
 * `APIGroupDiscoveryList` of aggregated discovery, `v2` or `v2beta1` (from `/api` and `/apis`). The legacy group comes
 * first, then the groups in the order of the documents.
 *
 * @throws {@link MachineryError} `InvalidDiscovery` for any other document, with a path.
 */
export function discoveryFromDocuments(...documents: readonly object[]): Discovery {
  const merged = mergeDiscovery(...documents.map((document, index) => readDocument(document, index)))
  const legacy = merged.groups.filter(({ name }) => name === '')
  const others = merged.groups.filter(({ name }) => name !== '')
  return { ...merged, groups: [...legacy, ...others] }
}

function readDocument(document: object, index: number): Discovery {
  if (typeof document !== 'object' || document === null) {
    throw new MachineryError('InvalidDiscovery', `no discovery document: ${String(document)}`, {
      path: `documents[${index}]`,
    })
  }
  const reader = new DocumentReader(document, `documents[${index}]`)
  const kind = reader.text('kind')
  switch (kind) {
    case 'APIVersions':
      return { ...nothing, groups: legacyGroups(reader) }
    case 'APIGroup':
      return { ...nothing, groups: [readGroup(reader)] }
    case 'APIGroupList':
      return { ...nothing, groups: reader.objects('groups').map(readGroup) }
    case 'APIResourceList':
      return { ...nothing, resourceLists: [readResourceList(reader)] }
    case 'APIGroupDiscoveryList':
      return discoveryFromAggregated(reader)
    default:
      throw new MachineryError('InvalidDiscovery', `no discovery document: ${quote(kind)}`, {
        path: `${reader.path}.kind`,
      })
  }
}

const nothing: Discovery = { groups: [], resourceLists: [], failures: [] }

/** `/api` names versions only: they are those of the group without a name, the first is preferred. */
function legacyGroups(reader: DocumentReader): DiscoveredGroup[] {
  const versions = reader.texts('versions').map((version) => ({ groupVersion: version, version }))
  const [preferredVersion] = versions
  return preferredVersion === undefined ? [] : [{ name: '', versions, preferredVersion }]
}

function readGroup(reader: DocumentReader): DiscoveredGroup {
  const preferred = reader.object('preferredVersion')
  const group: DiscoveredGroup = { name: reader.text('name'), versions: reader.objects('versions').map(readVersion) }
  return preferred === undefined ? group : { ...group, preferredVersion: readVersion(preferred) }
}

function readVersion(reader: DocumentReader): DiscoveredVersion {
  return { groupVersion: reader.text('groupVersion'), version: reader.text('version') }
}

function readResourceList(reader: DocumentReader): DiscoveredResourceList {
  return { groupVersion: reader.text('groupVersion'), resources: reader.objects('resources').map(readResource) }
}

function readResource(reader: DocumentReader): DiscoveredResource {
  return {
    name: reader.text('name'),
    singularName: reader.text('singularName'),
    namespaced: reader.flag('namespaced'),
    group: reader.text('group'),
    version: reader.text('version'),
    kind: reader.text('kind'),
    verbs: reader.texts('verbs'),
    shortNames: reader.texts('shortNames'),
    categories: reader.texts('categories'),
  }
}
