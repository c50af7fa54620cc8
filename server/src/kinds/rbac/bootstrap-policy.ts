import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import { clusterBindings, namespaceBindings } from './bootstrap-bindings.js'
import { controllerRoles } from './controller-roles.js'
import { namespaceRoles } from './namespace-roles.js'
import { type PolicyBinding, type PolicyRole, serviceAccount } from './policy-role.js'
import { systemRoles } from './system-roles.js'
import { userRoles } from './user-roles.js'

/** The roles and bindings that every cluster has. */
export interface BootstrapPolicy {
  readonly clusterRoles: readonly ClusterRole[]
  readonly clusterRoleBindings: readonly ClusterRoleBinding[]
  readonly roles: readonly Role[]
  readonly roleBindings: readonly RoleBinding[]
}

const aggregateLabel = 'rbac.authorization.k8s.io/aggregate-to-'
const apiGroup = 'rbac.authorization.k8s.io'

/** New objects of the policy. Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy of Kubernetes 1.36. */
export function bootstrapPolicy(): BootstrapPolicy {
  const ofControllers: PolicyBinding[] = controllerRoles.map(({ name }) => ({
    name,
    subjects: [serviceAccount('kube-system', name.slice('system:controller:'.length))],
  }))
  return {
    clusterRoles: [...userRoles, ...systemRoles, ...controllerRoles].map(clusterRole),
    clusterRoleBindings: [...clusterBindings, ...ofControllers].map(clusterRoleBinding),
    roles: namespaceRoles.map(role),
    roleBindings: namespaceBindings.map(roleBinding),
  }
}

function policyMetadata({
  name,
  namespace,
  aggregateTo,
}: Pick<PolicyRole, 'name' | 'namespace' | 'aggregateTo'>): object {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: {
      'kubernetes.io/bootstrapping': 'rbac-defaults',
      ...(aggregateTo === undefined ? {} : { [aggregateLabel + aggregateTo]: 'true' }),
    },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  }
}

function clusterRole(policy: PolicyRole): ClusterRole {
  const { rules, aggregates } = policy
  const selectors = [{ matchLabels: { [`${aggregateLabel}${aggregates}`]: 'true' } }]
  return new ClusterRole({
    metadata: policyMetadata(policy),
    rules: rules === undefined ? null : structuredClone(rules),
    ...(aggregates === undefined ? {} : { aggregationRule: { clusterRoleSelectors: selectors } }),
  } as ConstructorParameters<typeof ClusterRole>[0])
}

function role(policy: PolicyRole): Role {
  return new Role({ metadata: policyMetadata(policy), rules: structuredClone([...(policy.rules ?? [])]) })
}

function clusterRoleBinding(policy: PolicyBinding): ClusterRoleBinding {
  return new ClusterRoleBinding({
    metadata: policyMetadata(policy),
    ...(policy.subjects.length === 0 ? {} : { subjects: structuredClone([...policy.subjects]) }),
    roleRef: { apiGroup, kind: 'ClusterRole', name: policy.role ?? policy.name },
  })
}

function roleBinding(policy: PolicyBinding): RoleBinding {
  return new RoleBinding({
    metadata: policyMetadata(policy),
    subjects: structuredClone([...policy.subjects]),
    roleRef: { apiGroup, kind: 'Role', name: policy.role ?? policy.name },
  })
}
