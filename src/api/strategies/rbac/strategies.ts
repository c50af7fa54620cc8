import { clusterRoleStrategy } from '../../rbac/cluster-role/strategy.js'
import { clusterRoleBindingStrategy } from '../../rbac/cluster-role-binding/strategy.js'
import { roleStrategy } from '../../rbac/role/strategy.js'
import { roleBindingStrategy } from '../../rbac/role-binding/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `rbac.authorization.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  roleStrategy,
  clusterRoleStrategy,
  roleBindingStrategy,
  clusterRoleBindingStrategy,
]
