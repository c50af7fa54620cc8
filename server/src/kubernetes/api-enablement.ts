import type { BuiltInGroup } from './built-in-group.js'

/** Which groups, versions and resources are served, by the keys of `--runtime-config`. */
export type RuntimeConfig = Readonly<Record<string, boolean>>

/** Says what is served. */
export interface APIEnablement {
  isVersionServed(group: BuiltInGroup, version: string): boolean
  /** For resources of a version that is served. */
  isResourceServed(group: string, version: string, resource: string): boolean
}

const levels = ['api/all', 'api/ga', 'api/beta', 'api/alpha'] as const

/**
 * Reads what is turned on and off: `api/all`, `api/ga`, `api/beta` and `api/alpha` first, then versions such as `apps/v1` (`v1`
 * for the core group), then resources such as `apps/v1/deployments`. A resource that is turned on turns on its version.
 *
 * Source: k8s.io/apiserver/pkg/server/resourceconfig and `APIEnablementOptions`.
 * @throws Error for keys of another form and for groups that are not there.
 */
export function apiEnablement(groups: readonly BuiltInGroup[], config: RuntimeConfig = {}): APIEnablement {
  const keys = Object.keys(config)
  if (config['api/all'] === false && keys.length === 1) throw new Error('invalid key with only api/all=false')
  const specific = new Map<string, boolean>()
  const unknown: string[] = []
  for (const key of keys) {
    if ((levels as readonly string[]).includes(key)) continue
    const [group, ...rest] = placeOf(key)
    if (!groups.some((known) => known.group === group)) unknown.push(group)
    specific.set([group, ...rest].join('/'), config[key] as boolean)
  }
  if (unknown.length > 0) throw new Error(`unknown api groups ${unknown.join(',')}`)
  const ofResources = (version: string): boolean =>
    [...specific].some(([key, on]) => on && key.startsWith(`${version}/`))
  return {
    isVersionServed({ group, versions }, version) {
      const name = `${group}/${version}`
      const byDefault = versions.find((each) => each.version === version)?.byDefault ?? false
      return specific.get(name) ?? (ofResources(name) || byLevel(version, config, byDefault))
    },
    isResourceServed(group, version, resource) {
      const on = specific.get(`${group}/${version}/${resource}`)
      if (on !== undefined) return on
      // Where single resources were asked for, the others of a version that is off stay off.
      const known = groups.find((each) => each.group === group)
      const byDefault = known?.versions.find((each) => each.version === version)?.byDefault ?? false
      return specific.get(`${group}/${version}`) ?? byLevel(version, config, byDefault)
    },
  }
}

function placeOf(key: string): [group: string, version: string, resource?: string] {
  const parts = key.split('/')
  // Both `v1` and `api/v1` are the core group.
  if (parts[0] === 'api' || (parts.length === 1 && parts[0] === 'v1'))
    return ['', ...parts.slice(-1)] as [string, string]
  if (parts.length < 2 || parts.length > 3) throw new Error(`runtime-config invalid key ${key}`)
  if (parts[0] === 'v1') throw new Error(`runtime-config invalid key ${key}`)
  return parts as [string, string, string?]
}

/** The last of the words that fit a version decides. */
function byLevel(version: string, config: RuntimeConfig, byDefault: boolean): boolean {
  const level = version.includes('alpha') ? 'api/alpha' : version.includes('beta') ? 'api/beta' : 'api/ga'
  return config[level] ?? config['api/all'] ?? byDefault
}

/** The groups with the versions that are served, each of them by default. */
export function servedGroups(groups: readonly BuiltInGroup[], enablement: APIEnablement): readonly BuiltInGroup[] {
  return groups.flatMap((group) => {
    const versions = group.versions
      .filter(({ version }) => enablement.isVersionServed(group, version))
      .map(({ version }) => ({ version, byDefault: true }))
    return versions.length === 0 ? [] : [{ ...group, versions }]
  })
}

/** Groups that every server has: namespaces and what admission knows are in the core group. */
const neededGroups = [
  '',
  'apiextensions.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'rbac.authorization.k8s.io',
]

/** Serves the groups that a server needs and those that are named, and no others; all where none are named. */
export function limitedTo(enablement: APIEnablement, groups: readonly string[] | undefined): APIEnablement {
  if (groups === undefined) return enablement
  const kept = new Set([...neededGroups, ...groups])
  return {
    isVersionServed: (group, version) => kept.has(group.group) && enablement.isVersionServed(group, version),
    isResourceServed: (group, version, resource) => enablement.isResourceServed(group, version, resource),
  }
}
