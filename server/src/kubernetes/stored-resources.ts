import type { Scheme } from 'apimachinery/runtime'
import { GroupVersion, type GroupVersionKind } from 'apimachinery/schema'
import type { StoredResource } from './bootstrap/storage-versions.js'
import type { VersionStorage } from './install-built-in-groups.js'

/** A resource that is kept in the store, in the versions that are served. */
interface Stored {
  readonly group: string
  readonly resource: string
  readonly encoding: GroupVersionKind
  readonly served: string[]
}

/**
 * How the built-in resources are stored, one entry for each kind of stored objects: `events` of two groups are the same.
 *
 * Source: `dedupResourceInfos` and `decodableVersions` of k8s.io/apiserver/pkg/storageversion.
 */
export function storedResources(
  storages: readonly VersionStorage[],
  isServed: (storage: VersionStorage) => boolean,
  scheme: Scheme,
): StoredResource[] {
  const stored = new Map<string, Stored>()
  for (const versionStorage of storages.filter(isServed)) {
    const { group, version, storage } = versionStorage
    for (const [resource, { storageVersion }] of Object.entries(storage())) {
      if (storageVersion === undefined || resource.includes('/')) continue
      const known = stored.get(`${group.group}/${resource}`)
      const served = new GroupVersion(group.group, version).toString()
      if (known !== undefined) known.served.push(served)
      else
        stored.set(`${group.group}/${resource}`, {
          group: group.group,
          resource,
          encoding: storageVersion,
          served: [served],
        })
    }
  }
  const all = [...stored.values()].sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource))
  return all
    .filter(({ group, resource, encoding }) => group === encoding.group || !stored.has(`${encoding.group}/${resource}`))
    .map((each) => ({
      group: each.group,
      resource: each.resource,
      encodingVersion: versionText(each.encoding),
      decodableVersions: decodable(each, all, scheme),
      servedVersions: each.served,
    }))
}

/** All versions of the kind that the scheme knows, and those by which other groups serve the same objects. */
function decodable({ resource, encoding }: Stored, all: readonly Stored[], scheme: Scheme): string[] {
  const own = scheme
    .prioritizedVersionsForGroup(encoding.group)
    .filter((version) => scheme.recognizes(version.withKind(encoding.kind)))
    .map(String)
  const equivalent = all.filter((other) => other.resource === resource && other.encoding.group === encoding.group)
  return [...new Set([...own, ...equivalent.flatMap(({ served }) => served)])]
}

function versionText({ group, version }: GroupVersionKind): string {
  return new GroupVersion(group, version).toString()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
