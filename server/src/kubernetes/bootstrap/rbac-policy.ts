import type { Client, ResourceClient } from '@apimachinery/client'
import {
  ClusterRole,
  ClusterRoleBinding,
  type PolicyRule,
  Role,
  RoleBinding,
  type Subject,
} from 'apimachinery/api/rbac/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { uncoveredRules } from '../../authorization/rbac/covers.js'
import { bootstrapPolicy } from '../rbac/bootstrap-policy.js'
import { ensure } from './ensure.js'

/**
 * Creates the roles and bindings of the bootstrap policy that are missing, and adds to the others what they lack, unless an
 * annotation says that they are left alone.
 *
 * Source: `PostStartHook` of pkg/registry/rbac/rest and pkg/registry/rbac/reconciliation of Kubernetes.
 */
export async function reconcileRBACPolicy(client: Client): Promise<void> {
  const policy = bootstrapPolicy()
  for (const role of policy.clusterRoles) await reconcileRole(client.resource(ClusterRole), role)
  for (const binding of policy.clusterRoleBindings) await reconcileBinding(client.resource(ClusterRoleBinding), binding)
  for (const role of policy.roles) {
    await reconcileRole(client.resource(Role).namespace(role.metadata?.namespace ?? ''), role)
  }
  for (const binding of policy.roleBindings) {
    await reconcileBinding(client.resource(RoleBinding).namespace(binding.metadata?.namespace ?? ''), binding)
  }
}

async function reconcileRole<T extends Role | ClusterRole>(resource: ResourceClient<T>, wanted: T): Promise<void> {
  await reconcile(resource, wanted, (found) => {
    if ('aggregationRule' in wanted && wanted.aggregationRule !== undefined) return false
    const missing = uncoveredRules(found.rules ?? [], (wanted.rules ?? []) as PolicyRule[])
    if (missing.length === 0) return false
    found.rules = [...((found.rules ?? []) as PolicyRule[]), ...missing]
    return true
  })
}

async function reconcileBinding<T extends RoleBinding | ClusterRoleBinding>(
  resource: ResourceClient<T>,
  wanted: T,
): Promise<void> {
  await reconcile(resource, wanted, (found) => {
    const key = ({ kind, name, namespace = '' }: Subject): string => `${kind}/${namespace}/${name}`
    const known = new Set((found.subjects ?? []).map(key))
    const missing = (wanted.subjects ?? []).filter((subject) => !known.has(key(subject)))
    if (missing.length === 0) return false
    found.subjects = [...(found.subjects ?? []), ...missing]
    return true
  })
}

/** Attempts when another server reconciles at the same time. */
const attempts = 5

async function reconcile<T extends Role | ClusterRole | RoleBinding | ClusterRoleBinding>(
  resource: ResourceClient<T>,
  wanted: T,
  complete: (found: T) => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (await ensure(resource, wanted)) return
    try {
      const found = await resource.get(wanted.metadata?.name ?? '')
      if (found.metadata?.annotations?.['rbac.authorization.kubernetes.io/autoupdate'] !== 'true') return
      if (complete(found)) await resource.update(found)
      return
    } catch (error) {
      if (attempt === attempts || !(isConflict(error) || isNotFound(error))) throw error
    }
  }
}
