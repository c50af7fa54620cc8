import type { KindStrategy } from '../kind-strategy.js'
import { clusterRoleStrategy } from './cluster-role.js'
import { clusterRoleBindingStrategy } from './cluster-role-binding.js'
import { roleStrategy } from './role.js'
import { roleBindingStrategy } from './role-binding.js'

/** How the kinds of `rbac.authorization.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  roleStrategy,
  clusterRoleStrategy,
  roleBindingStrategy,
  clusterRoleBindingStrategy,
]
