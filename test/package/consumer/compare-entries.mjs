/** Import names of the entries whose names are unique: kinds of different versions share theirs (`api/…`). */
export function entryNames(manifest) {
  return Object.keys(manifest.exports)
    .filter((subpath) => subpath !== './package.json' && !/^\.\/(api|meta\/v1)/.test(subpath))
    .map((subpath) => `apimachinery${subpath.slice(1)}`)
}

/** Throws when one name is two classes; returns how many entries there are and which classes several entries share. */
export function compareEntries(modules) {
  const classes = new Map()
  const shared = new Set()
  for (const [entry, exported] of modules) {
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function' || !/^class\b/.test(String(value))) continue
      const known = classes.get(name)
      if (known === undefined) classes.set(name, { entry, value })
      else if (known.value !== value) throw new Error(`${name} of ${entry} is not ${name} of ${known.entry}`)
      else shared.add(name)
    }
  }
  return { entries: modules.length, shared: [...shared].sort() }
}
