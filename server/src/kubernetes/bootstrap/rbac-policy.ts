import type { Client, ResourceClient } from '@apimachinery/client'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding, type Subject } from 'apimachinery/api/rbac/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { uncoveredRules } from '../../authorization/rbac/covers.js'
import { bootstrapPolicy } from '../../kinds/rbac/bootstrap-policy.js'
import type { PolicyFacts } from '../../kinds/rbac/policy-rows.js'
import { ensure, foundByName } from './ensure.js'

/**
 * Creates the roles and bindings of the bootstrap policy that are missing, and adds to the others what they lack, unless an
 * annotation says that they are left alone.
 *
 * Source: `PostStartHook` of pkg/registry/rbac/rest and pkg/registry/rbac/reconciliation of Kubernetes.
 */
export async function reconcileRBACPolicy(client: Client, facts: PolicyFacts): Promise<void> {
  const policy = bootstrapPolicy(facts)
  await reconcileAll(client.resource(ClusterRole), policy.clusterRoles, completeRole)
  await reconcileAll(client.resource(ClusterRoleBinding), policy.clusterRoleBindings, completeBinding)
  for (const [namespace, roles] of byNamespace(policy.roles)) {
    await reconcileAll(client.resource(Role).namespace(namespace), roles, completeRole)
  }
  for (const [namespace, bindings] of byNamespace(policy.roleBindings)) {
    await reconcileAll(client.resource(RoleBinding).namespace(namespace), bindings, completeBinding)
  }
}

type PolicyObject = Role | ClusterRole | RoleBinding | ClusterRoleBinding

/** Adds to what was found what it lacks of what is wanted; reports whether it lacked anything. */
type Complete<T> = (found: T, wanted: T) => boolean

function byNamespace<T extends PolicyObject>(objects: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const object of objects) {
    const namespace = object.metadata?.namespace ?? ''
    groups.set(namespace, [...(groups.get(namespace) ?? []), object])
  }
  return groups
}

function completeRole(found: Role | ClusterRole, wanted: Role | ClusterRole): boolean {
  if ('aggregationRule' in wanted && wanted.aggregationRule !== undefined) return false
  const missing = uncoveredRules(found.rules ?? [], wanted.rules ?? [])
  if (missing.length === 0) return false
  found.rules = [...(found.rules ?? []), ...missing]
  return true
}

function completeBinding(found: RoleBinding | ClusterRoleBinding, wanted: RoleBinding | ClusterRoleBinding): boolean {
  const key = ({ kind, name, namespace = '' }: Subject): string => `${kind}/${namespace}/${name}`
  const known = new Set((found.subjects ?? []).map(key))
  const missing = (wanted.subjects ?? []).filter((subject) => !known.has(key(subject)))
  if (missing.length === 0) return false
  found.subjects = [...(found.subjects ?? []), ...missing]
  return true
}

/** Reads what is there in one request, and writes only what is missing or lacks something. */
async function reconcileAll<T extends PolicyObject>(
  resource: ResourceClient<T>,
  objects: readonly T[],
  complete: Complete<T>,
): Promise<void> {
  const before = await foundByName(resource)
  for (const wanted of objects) {
    const found = before.get(wanted.metadata?.name ?? '')
    if (found !== undefined && !(isReconciled(found) && complete(found, wanted))) continue
    await reconcile(resource, wanted, complete)
  }
}

function isReconciled({ metadata }: PolicyObject): boolean {
  return metadata?.annotations?.['rbac.authorization.kubernetes.io/autoupdate'] === 'true'
}

/** Attempts when another server reconciles at the same time. */
const attempts = 5

async function reconcile<T extends PolicyObject>(
  resource: ResourceClient<T>,
  wanted: T,
  complete: Complete<T>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (await ensure(resource, wanted)) return
    try {
      const found = await resource.get(wanted.metadata?.name ?? '')
      if (isReconciled(found) && complete(found, wanted)) await resource.update(found)
      return
    } catch (error) {
      if (attempt === attempts || !(isConflict(error) || isNotFound(error))) throw error
    }
  }
}
