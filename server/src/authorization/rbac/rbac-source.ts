import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'

/** The roles and bindings as they are now. They are read on each request, so a source answers from memory. */
export interface RBACSource {
  role(namespace: string, name: string): Role | undefined
  clusterRole(name: string): ClusterRole | undefined
  /** All bindings of a namespace. */
  roleBindings(namespace: string): Iterable<RoleBinding>
  clusterRoleBindings(): Iterable<ClusterRoleBinding>
}
