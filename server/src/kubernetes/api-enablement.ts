import { MachineryError } from 'apimachinery/errors'
import { GroupVersion } from 'apimachinery/schema'
import type { BuiltInGroup } from '../kinds/built-in-groups.js'

/** Which groups, versions and resources are served, by the keys of `--runtime-config`. */
export type RuntimeConfig = Readonly<Record<string, boolean>>

/** Says what is served. */
export interface APIEnablement {
  isVersionServed(group: BuiltInGroup, version: string): boolean
  /** For resources of a version that is served. */
  isResourceServed(group: string, version: string, resource: string): boolean
}

/** All registered versions, served or not: a `Scheme`. */
export interface RegisteredVersions {
  isGroupRegistered(group: string): boolean
  isVersionRegistered(version: GroupVersion): boolean
}

const levels = ['api/all', 'api/ga', 'api/beta', 'api/alpha'] as const

/**
 * Reads what is turned on and off: `api/all`, `api/ga`, `api/beta` and `api/alpha` first, then versions such as `apps/v1` (`/v1`,
 * `v1` or `api/v1` for the core group), then resources such as `apps/v1/deployments`, which take precedence over their version.
 *
 * Source: k8s.io/apiserver/pkg/server/resourceconfig, `APIEnablementOptions`, and the completion of kube-apiserver's options.
 * @throws MachineryError `InvalidValue` for keys of another form, and for groups and versions that are not there.
 */
export function apiEnablement(
  groups: readonly BuiltInGroup[],
  config: RuntimeConfig = {},
  registered: RegisteredVersions = registeredIn(groups),
): APIEnablement {
  const keys = Object.keys(config)
  if (config['api/all'] === false && keys.length === 1)
    throw new MachineryError('InvalidValue', 'invalid runtime-config with only api/all=false')
  const specific = new Map<string, boolean>()
  const places = keys.filter((key) => !(levels as readonly string[]).includes(key)).flatMap(placeOf)
  const unknown = places.filter(({ group }) => !registered.isGroupRegistered(group))
  if (unknown.length > 0) {
    const names = new Set(unknown.map(({ group, version }) => `${group}/${version}`))
    throw new MachineryError('InvalidValue', `unknown api groups ${[...names].sort().join(',')}`)
  }
  for (const { key, group, version, resource } of places) {
    checkPlace(registered, { key, group, version, resource })
    specific.set([group, version, ...(resource === undefined ? [] : [resource])].join('/'), config[key]!)
  }
  const ofResources = (version: string): boolean =>
    [...specific].some(([key, on]) => on && key.startsWith(`${version}/`))
  return {
    isVersionServed({ group, versions }, version) {
      const name = `${group}/${version}`
      const byDefault = versions.find((each) => each.version === version)?.byDefault ?? false
      return ofResources(name) || (specific.get(name) ?? byLevel(version, config, byDefault))
    },
    isResourceServed(group, version, resource) {
      const on = specific.get(`${group}/${version}/${resource}`)
      if (on !== undefined) return on
      // If single resources were enabled, the others of a disabled version stay disabled.
      const known = groups.find((each) => each.group === group)
      const byDefault = known?.versions.find((each) => each.version === version)?.byDefault ?? false
      return specific.get(`${group}/${version}`) ?? byLevel(version, config, byDefault)
    },
  }
}

interface Place {
  readonly key: string
  readonly group: string
  readonly version: string
  readonly resource: string | undefined
}

/** The subject of a key; undefined for an obsolete one. */
function placeOf(key: string): readonly Place[] {
  if (key === 'api/legacy') return []
  // All that is said of the core group in these forms is said of all of it.
  if (/^(api\/)?v1(\/|$)/.test(key)) return [{ key, group: '', version: 'v1', resource: undefined }]
  const [group = '', version = '', resource, ...more] = key.split('/')
  if (version === '' || more.length > 0) throw new MachineryError('InvalidValue', `runtime-config invalid key ${key}`)
  return [{ key, group, version, resource }]
}

function registeredIn(groups: readonly BuiltInGroup[]): RegisteredVersions {
  return {
    isGroupRegistered: (group) => groups.some((each) => each.group === group),
    isVersionRegistered: ({ group, version }) =>
      groups.some((each) => each.group === group && each.versions.some((one) => one.version === version)),
  }
}

function checkPlace(registered: RegisteredVersions, { key, group, version, resource }: Place): void {
  if (!registered.isVersionRegistered(new GroupVersion(group, version))) {
    throw new MachineryError(
      'InvalidValue',
      `group version ${group === '' ? version : `${group}/${version}`} that has not been registered`,
    )
  }
  if (resource === undefined || resource.toLowerCase() === resource) return
  throw new MachineryError(
    'InvalidValue',
    `invalid key ${key}: group/version/resource and resource is always lowercase plural, not ${JSON.stringify(resource)}`,
  )
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
      .map((version) => ({ ...version, byDefault: true }))
    return versions.length === 0 ? [] : [{ ...group, versions }]
  })
}

/** Groups of every server: namespaces and the objects that admission needs are in the core group. */
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
