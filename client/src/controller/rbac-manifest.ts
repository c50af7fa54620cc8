import { ServiceAccount } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding, type PolicyRule } from 'apimachinery/api/rbac/v1'
import type { KubernetesObject } from 'apimachinery/runtime'

/** The subjects and rules of a manifest. */
export interface RBACManifestInit {
  readonly name: string
  readonly namespace: string
  /** Those of {@link Manager.policyRules}. */
  readonly rules: readonly PolicyRule[]
}

/** The account of an operator, with a role that has what its controllers declared. */
export function rbacManifest({ name, namespace, rules }: RBACManifestInit): KubernetesObject[] {
  return [
    new ServiceAccount({ metadata: { name, namespace } }),
    new ClusterRole({ metadata: { name }, rules: [...rules] }),
    new ClusterRoleBinding({
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    }),
  ]
}
