// The discovery of a cluster in little space: test/golden/rest-mapper/cluster.json.

/** One line of a version: name, singular name, kind, scope, short names, categories. */
function resourceOf([name, singularName, kind, scope, shortNames = [], categories = []]) {
  return { name, singularName, namespaced: scope === 'n', kind, verbs: [], shortNames, categories }
}

/** The discovery of groups with their versions, the preferred one first, and their resources without subresources. */
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
