import type { GroupKind } from '../../schema/group-kind.js'
import type { KindStrategy } from './kind-strategy.js'

/** The exports of the file `strategies.ts` in the folder of a group. */
interface GroupStrategies {
  readonly strategies: readonly KindStrategy[]
}

/** API group → its strategies. A group is loaded on first use of one of its kinds. */
const groups: Readonly<Record<string, () => Promise<GroupStrategies>>> = {
  '': () => import('./core/strategies.js'),
  'admissionregistration.k8s.io': () => import('./admissionregistration/strategies.js'),
  'apiextensions.k8s.io': () => import('./apiextensions/strategies.js'),
  'apiregistration.k8s.io': () => import('./apiregistration/strategies.js'),
  'internal.apiserver.k8s.io': () => import('./apiserverinternal/strategies.js'),
  apps: () => import('./apps/strategies.js'),
  'authentication.k8s.io': () => import('./authentication/strategies.js'),
  'authorization.k8s.io': () => import('./authorization/strategies.js'),
  autoscaling: () => import('./autoscaling/strategies.js'),
  batch: () => import('./batch/strategies.js'),
  'certificates.k8s.io': () => import('./certificates/strategies.js'),
  'coordination.k8s.io': () => import('./coordination/strategies.js'),
  'discovery.k8s.io': () => import('./discovery/strategies.js'),
  'events.k8s.io': () => import('./events/strategies.js'),
  'flowcontrol.apiserver.k8s.io': () => import('./flowcontrol/strategies.js'),
  'lifecycle.k8s.io': () => import('./lifecycle/strategies.js'),
  'networking.k8s.io': () => import('./networking/strategies.js'),
  'node.k8s.io': () => import('./node/strategies.js'),
  policy: () => import('./policy/strategies.js'),
  'rbac.authorization.k8s.io': () => import('./rbac/strategies.js'),
  'resource.k8s.io': () => import('./resource/strategies.js'),
  'scheduling.k8s.io': () => import('./scheduling/strategies.js'),
  'storage.k8s.io': () => import('./storage/strategies.js'),
  'storagemigration.k8s.io': () => import('./storagemigration/strategies.js'),
}

/** Names of the built-in groups that have strategies, the core group as `''`. */
export const strategyGroups: readonly string[] = /* @__PURE__ */ Object.keys(groups)

/** The strategies of all kinds of a built-in group; none for a group that is not built in. Loads that group alone. */
export async function strategiesOfGroup(group: string): Promise<readonly KindStrategy[]> {
  return Object.hasOwn(groups, group) ? ((await groups[group]?.())?.strategies ?? []) : []
}

/**
 * How a built-in kind behaves in a registry; `undefined` for kinds that have no registry of their own. The version does not
 * matter: hooks see objects in the form of {@link KindStrategy.type}, which may be of another group (an Event of
 * `events.k8s.io` is one of the core group).
 */
export async function strategyFor({
  group,
  kind,
}: Pick<GroupKind, 'group' | 'kind'>): Promise<KindStrategy | undefined> {
  const strategies = await strategiesOfGroup(group)
  return strategies.find(({ type }) => type.groupVersionKind.kind === kind)
}
