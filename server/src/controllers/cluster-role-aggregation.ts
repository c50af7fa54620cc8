import { isDeepStrictEqual } from 'node:util'
import { ClusterRole, type PolicyRule } from 'apimachinery/api/rbac/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getLabels, getName } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from './controller.js'

const name = 'clusterrole-aggregation-controller'

/**
 * Gathers the rules of cluster roles in those whose `aggregationRule` selects them.
 *
 * Source: pkg/controller/clusterroleaggregation of Kubernetes.
 */
export function clusterRoleAggregationController(context: ControllerContext): Controller {
  const { client, informers } = context
  const roles = informers.informerFor(ClusterRole)

  async function reconcile(key: string): Promise<undefined> {
    const role = roles.lister.get(key)
    if (role?.aggregationRule === undefined || !roles.hasSynced()) return undefined
    const rules = rulesFor(role)
    if (isDeepStrictEqual(plain(rules), plain(role.rules ?? []))) return undefined
    const applied = new ClusterRole({ metadata: { name: key }, rules })
    await client.resource(ClusterRole).apply(applied, { fieldManager: name, force: true })
    return undefined
  }

  function rulesFor(role: ClusterRole): PolicyRule[] {
    const selectors = (role.aggregationRule?.clusterRoleSelectors ?? []).map(labelSelectorAsSelector)
    const others = roles.lister
      .list()
      .filter((each) => getName(each) !== getName(role))
      .sort((a, b) => (getName(a) < getName(b) ? -1 : 1))
    const found = new Map<string, PolicyRule>()
    for (const selector of selectors) {
      for (const rule of others
        .filter((each) => selector.matches(getLabels(each) ?? {}))
        .flatMap(({ rules }) => rules ?? [])) {
        const text = JSON.stringify(plain([rule]))
        if (!found.has(text)) found.set(text, rule)
      }
    }
    return [...found.values()]
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      // Which roles select which ones is not known: all that select are looked at.
      const again = (): void => {
        for (const role of roles.lister.list()) if (role.aggregationRule !== undefined) loop.add(getName(role))
      }
      const registration = roles.addEventHandler({ onAdd: again, onUpdate: again, onDelete: again })
      void registration.synced.then(again)
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

/** Rules for comparison: an absent list and an empty one are the same. */
function plain(rules: readonly PolicyRule[]): unknown {
  return rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => [
    verbs,
    apiGroups ?? [],
    resources ?? [],
    resourceNames ?? [],
    nonResourceURLs ?? [],
  ])
}
