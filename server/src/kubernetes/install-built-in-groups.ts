import { deprecationWarning, removedRelease } from 'apimachinery/api/judge'
import { builtInTableConvertor } from 'apimachinery/api/tables'
import { GroupVersion, type GroupVersionKind } from 'apimachinery/schema'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { RBACAuthorizer } from '../authorization/rbac/rbac-authorizer.js'
import type { APIPaths } from '../discovery/api-paths.js'
import { type Deprecation, installGroupVersion } from '../endpoints/install-group-version.js'
import { lazy } from '../internal/lazy.js'
import type { BuiltInGroup } from '../kinds/built-in-groups.js'
import type { BuiltInStoreParts, BuiltInStores, StorageByPath } from '../kinds/built-in-stores.js'
import { guardRBAC } from '../kinds/rbac/guarded-store.js'
import { type ReviewAnswers, reviewStores } from '../kinds/review-store.js'
import type { StorageProvider } from '../kinds/storage-provider.js'
import type { APIEnablement } from './api-enablement.js'
import { removeUnserved } from './group-storage.js'
import { resourcesOfKind } from './plugin-environment.js'
import type { ServerBase } from './server-base.js'
import type { ServiceAccountTokens } from './service-account-tokens.js'

/** One version of a group, and its storage. */
export interface VersionStorage {
  readonly group: BuiltInGroup
  readonly version: string
  /** The resources that the release has of it; all where absent. */
  readonly resources: ReadonlySet<string> | undefined
  /** Makes the storage objects. */
  readonly storage: () => StorageByPath
}

/** The groups of a server, and what of them is served. */
export interface KnownGroups {
  readonly stores: BuiltInStores
  readonly enablement: APIEnablement
  readonly groups: readonly BuiltInGroup[]
}

/** Loads all versions that are served, and those that the server itself needs. */
export async function loadVersionStorages(
  { stores, enablement, groups }: KnownGroups,
  parts: BuiltInStoreParts,
): Promise<VersionStorage[]> {
  const loaded: VersionStorage[] = []
  for (const group of groups) {
    for (const known of group.versions) {
      const { version, byDefault, resources } = known
      if (!byDefault && !enablement.isVersionServed(group, version)) continue
      // One after the other: Jest cannot link modules that share files at the same time.
      loaded.push({ group, version, resources, storage: await stores.load(group, known, parts) })
    }
  }
  return loaded
}

/** Input of the endpoints of built-in groups. */
export interface BuiltInEndpoints {
  readonly paths: APIPaths
  readonly versions: readonly VersionStorage[]
  readonly stores: BuiltInStores
  readonly providers: readonly StorageProvider[]
  readonly enablement: APIEnablement
  readonly authorizer: Authorizer
  readonly rbac: RBACAuthorizer
  readonly admission: AdmissionPlugin
  readonly reviews: ReviewAnswers
  readonly serviceAccounts: ServiceAccountTokens
}

/** Installs the built-in groups below `/api` and `/apis`. */
export async function installBuiltInGroups(base: ServerBase, parts: BuiltInEndpoints): Promise<void> {
  const { paths, versions, stores, providers, enablement, authorizer, rbac, admission, reviews } = parts
  const { serviceAccounts } = parts
  const { scheme, serializers, cbor, release, clock, client } = base
  const componentTable = await builtInTableConvertor({ group: '', kind: 'ComponentStatus' })
  const tokens = () => serviceAccounts.issuer
  const resourceOf = (kind: GroupVersionKind) => resourcesOfKind(paths.installed(), kind)[0]?.resource
  const { featureEnabled } = base
  const environment = { stores, componentTable, client, tokens, authorizer, release, featureEnabled, resourceOf }
  const { minRequestTimeout } = base.options
  const deprecation = (kind: GroupVersionKind): Deprecation | undefined => {
    const warning = deprecationWarning(kind, release)
    return warning === undefined ? undefined : { warning, removedRelease: removedRelease(kind, release) ?? '' }
  }
  for (const { group, version, resources, storage: stored } of versions) {
    if (!enablement.isVersionServed(group, version)) continue
    const groupVersion = new GroupVersion(group.group, version)
    const answered = await reviewStores(group.group, reviews)
    const provider = providers.find((each) => each.group === group.group)
    const storage = lazy(() => {
      const made = { ...stored(), ...answered }
      provider?.extend?.(made, { version, ...environment })
      if (group.group === 'rbac.authorization.k8s.io') guardRBAC(made, { rbac, authorizer })
      removeUnserved(made, { groupVersion, resources, enablement })
      return made
    })
    const endpoints = {
      groupVersion,
      storage,
      scheme,
      serializers,
      authorizer,
      admission,
      cbor,
      release,
      clock,
      deprecation,
      minRequestTimeoutSeconds: minRequestTimeout,
      common: base.kinds.endpoints,
    }
    const rank = group.versions.length - group.versions.findIndex((each) => each.version === version)
    paths.install(installGroupVersion(endpoints), { group: group.priority, version: rank })
  }
}
