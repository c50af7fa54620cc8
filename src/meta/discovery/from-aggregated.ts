import { MachineryError } from '../../errors/machinery-error.js'
import { GroupVersion } from '../../schema/group-version.js'
import type {
  DiscoveredGroup,
  DiscoveredResource,
  DiscoveredResourceList,
  DiscoveredVersion,
  Discovery,
} from './discovery.js'
import type { DocumentReader } from './document-reader.js'

/**
 * A version whose resources the aggregator could not fetch from their server: its information is old. Code
 * `StaleGroupVersion`.
 */
export class StaleGroupVersionError extends MachineryError {
  override readonly name = 'StaleGroupVersionError'

  constructor(readonly groupVersion: GroupVersion) {
    super('StaleGroupVersion', `stale GroupVersion discovery: ${groupVersion}`)
  }
}

/**
 * Reads an `APIGroupDiscoveryList`, whose two versions have the same form. Stale versions are omitted and reported; the
 * first version that is not stale is the preferred one; resources without a kind are omitted, their subresources are not.
 */
export function discoveryFromAggregated(list: DocumentReader): Discovery {
  const groups: DiscoveredGroup[] = []
  const resourceLists: DiscoveredResourceList[] = []
  const failures: Error[] = []
  for (const item of list.objects('items')) {
    const name = item.object('metadata')?.text('name') ?? ''
    const versions: DiscoveredVersion[] = []
    for (const version of item.objects('versions')) {
      const groupVersion = new GroupVersion(name, version.text('version'))
      if (version.text('freshness') === 'Stale') {
        failures.push(new StaleGroupVersionError(groupVersion))
        continue
      }
      const found = { groupVersion: groupVersion.toString(), version: groupVersion.version }
      versions.push(found)
      const resources = version.objects('resources').flatMap(resourcesOf)
      resourceLists.push({ groupVersion: found.groupVersion, resources })
    }
    const [preferredVersion] = versions
    groups.push({ name, versions, preferredVersion })
  }
  return { groups, resourceLists, failures }
}

function resourcesOf(reader: DocumentReader): DiscoveredResource[] {
  const parent: DiscoveredResource = {
    name: reader.text('resource'),
    singularName: reader.text('singularResource'),
    namespaced: reader.text('scope') === 'Namespaced',
    ...readResponseKind(reader),
    verbs: reader.texts('verbs'),
    shortNames: reader.texts('shortNames'),
    categories: reader.texts('categories'),
  }
  const subresources = reader.objects('subresources').map(
    (sub): DiscoveredResource => ({
      name: `${parent.name}/${sub.text('subresource')}`,
      singularName: parent.singularName,
      namespaced: parent.namespaced,
      ...readResponseKind(sub),
      verbs: sub.texts('verbs'),
    }),
  )
  return [parent, ...subresources].filter(({ group, version, kind }) => `${group}${version}${kind}` !== '')
}

function readResponseKind(reader: DocumentReader): { group: string; version: string; kind: string } {
  const responseKind = reader.object('responseKind')
  return {
    group: responseKind?.text('group') ?? '',
    version: responseKind?.text('version') ?? '',
    kind: responseKind?.text('kind') ?? '',
  }
}
