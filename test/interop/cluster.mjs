// The discovery of a cluster in little space: test/golden/rest-mapper/cluster.json.

/** One line of a version: name, singular name, kind, scope, short names, categories. */
function resourceOf([name, singularName, kind, scope, shortNames = [], categories = []]) {
  return { name, singularName, namespaced: scope === 'n', kind, verbs: [], shortNames, categories }
}

/** What {@link packDiscovery} has packed. */
export function unpackDiscovery(packed) {
  const groups = packed.map(({ group, versions }) => {
    const names = Object.keys(versions).map((version) => ({
      groupVersion: group === '' ? version : `${group}/${version}`,
      version,
    }))
    return { name: group, versions: names, preferredVersion: names[0] }
  })
  const resourceLists = packed.flatMap(({ group, versions }) =>
    Object.entries(versions).map(([version, resources]) => ({
      groupVersion: group === '' ? version : `${group}/${version}`,
      resources: resources.map(resourceOf),
    })),
  )
  return { groups, resourceLists, failures: [] }
}

/** Groups with their versions, the preferred one first, and their resources without subresources. */
export function packDiscovery({ groups, resourceLists }) {
  const lists = new Map(resourceLists.map(({ groupVersion, resources }) => [groupVersion, resources]))
  return groups.map(({ name, versions }) => ({
    group: name,
    versions: Object.fromEntries(
      versions.map(({ version, groupVersion }) => [
        version,
        (lists.get(groupVersion) ?? []).filter(isWhole).map(lineOf),
      ]),
    ),
  }))
}

function isWhole({ name }) {
  return !name.includes('/')
}

function lineOf({ name, singularName, kind, namespaced, shortNames = [], categories = [] }) {
  return [name, singularName, kind, namespaced ? 'n' : 'c', shortNames, categories]
}
