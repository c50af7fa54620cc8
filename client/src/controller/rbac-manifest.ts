import { Namespace, ServiceAccount } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/** The subjects and rules of a manifest. */
export interface RBACManifestInit {
  readonly name: string
  readonly namespace: string
  /** Needed in all namespaces: those of {@link Manager.policyRules}. */
  readonly rules: readonly PolicyRule[]
  /** Needed in `namespace` only: those of {@link Manager.electionRules}. */
  readonly namespaceRules?: readonly PolicyRule[] | undefined
}

/** The namespace and the account of an operator, with roles that have what its manager declared; in the order in which to apply them. */
export function rbacManifest({ name, namespace, rules, namespaceRules = [] }: RBACManifestInit): KubernetesObject[] {
  const subjects = [{ kind: 'ServiceAccount', name, namespace }]
  const apiGroup = 'rbac.authorization.k8s.io'
  const here = { name, namespace }
  return [
    new Namespace({ metadata: { name: namespace } }),
    new ServiceAccount({ metadata: here }),
    new ClusterRole({ metadata: { name }, rules: [...rules] }),
    new ClusterRoleBinding({ metadata: { name }, roleRef: { apiGroup, kind: 'ClusterRole', name }, subjects }),
    ...(namespaceRules.length === 0
      ? []
      : [
          new Role({ metadata: here, rules: [...namespaceRules] }),
          new RoleBinding({ metadata: here, roleRef: { apiGroup, kind: 'Role', name }, subjects }),
        ]),
  ]
}
