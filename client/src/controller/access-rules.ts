import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import type { KindClass } from 'apimachinery/runtime'

/** Required verbs on the resource of a kind. */
export interface Access {
  readonly group: string
  readonly resource: string
  readonly verbs: readonly string[]
}

/** Required verbs on a kind, and on its subresources. */
export function accessTo(type: KindClass, verbs: readonly string[], subresource?: string): Access {
  const { groupVersionKind, resource } = type
  if (resource === undefined) throw new TypeError(`${groupVersionKind.kind} is not served as a resource`)
  const path = subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`
  return { group: groupVersionKind.group, resource: path, verbs }
}

/** Rules of RBAC for all that is needed: one for each group and set of verbs, sorted. */
export function policyRules(needs: readonly Access[]): PolicyRule[] {
  const verbsOf = new Map<string, { readonly group: string; readonly resource: string; readonly verbs: Set<string> }>()
  for (const { group, resource, verbs } of needs) {
    const key = `${group}/${resource}`
    const known = verbsOf.get(key) ?? { group, resource, verbs: new Set<string>() }
    for (const verb of verbs) known.verbs.add(verb)
    verbsOf.set(key, known)
  }
  const rules = new Map<string, { apiGroups: string[]; resources: string[]; verbs: string[] }>()
  for (const { group, resource, verbs } of [...verbsOf.values()].sort(byResource)) {
    const sorted = [...verbs].sort()
    const key = JSON.stringify([group, sorted])
    const rule = rules.get(key)
    if (rule === undefined) rules.set(key, { apiGroups: [group], resources: [resource], verbs: sorted })
    else rule.resources.push(resource)
  }
  return [...rules.values()]
}

function byResource(a: { group: string; resource: string }, b: { group: string; resource: string }): number {
  const [left, right] = [`${a.group}/${a.resource}`, `${b.group}/${b.resource}`]
  return left < right ? -1 : left > right ? 1 : 0
}
