import type { GroupKind } from '../../schema/group-kind.js'
import { strategies } from '../kinds.gen.js'
import type { KindStrategy } from './kind-strategy.js'

/** Names of the built-in groups that have strategies, the core group as `''`. */
export const strategyGroups: readonly string[] = /* @__PURE__ */ Object.keys(strategies)

/** The strategies of all kinds of a built-in group; none for a group that is not built in. Loads that group alone. */
export async function strategiesOfGroup(group: string): Promise<readonly KindStrategy[]> {
  const found: KindStrategy[] = []
  // One after the other: Jest cannot link modules that share files at the same time.
  for (const load of Object.values(ofGroup(group))) found.push(await load())
  return found
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
  const ofKinds = ofGroup(group)
  return Object.hasOwn(ofKinds, kind) ? ofKinds[kind]?.() : undefined
}

function ofGroup(group: string): (typeof strategies)[string] {
  return (Object.hasOwn(strategies, group) && strategies[group]) || {}
}
