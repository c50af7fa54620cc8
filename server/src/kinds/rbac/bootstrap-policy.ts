import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import { bindings, controllerRoles, namespaceBindings, namespaceRoles, roles } from './bootstrap-policy.gen.js'
import { type BindingRow, holds, type PolicyFacts, type RoleRow, rulesOf, subjectOf } from './policy-rows.js'

/** The roles and bindings that every cluster has. */
export interface BootstrapPolicy {
  readonly clusterRoles: readonly ClusterRole[]
  readonly clusterRoleBindings: readonly ClusterRoleBinding[]
  readonly roles: readonly Role[]
  readonly roleBindings: readonly RoleBinding[]
}

const aggregateLabel = 'rbac.authorization.k8s.io/aggregate-to-'
const apiGroup = 'rbac.authorization.k8s.io'
const controllerPrefix = 'system:controller:'

/** New objects of the policy of a release. Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy of Kubernetes. */
export function bootstrapPolicy(facts: PolicyFacts): BootstrapPolicy {
  const there = <T extends RoleRow | BindingRow>(rows: readonly T[]): T[] =>
    rows.filter(({ when }) => holds(when, facts))
  const ofControllers = there(controllerRoles)
  return {
    clusterRoles: [...there(roles), ...ofControllers].map((row) => clusterRole(row, facts)),
    clusterRoleBindings: [...there(bindings), ...ofControllers.map(controllerBinding)].map(clusterRoleBinding),
    roles: there(namespaceRoles).map((row) => role(row, facts)),
    roleBindings: there(namespaceBindings).map(roleBinding),
  }
}

/** The rules that every node has. */
export function nodeRules(facts: PolicyFacts): PolicyRule[] {
  const row = roles.find(({ name }) => name === 'system:node')
  return row === undefined ? [] : rulesOf(row, facts)
}

/** A controller has the service account of its name. */
function controllerBinding({ name }: RoleRow): BindingRow {
  return { name, subjects: [`ServiceAccount kube-system/${name.slice(controllerPrefix.length)}`] }
}

function policyMetadata({ name, namespace, aggregateTo }: Pick<RoleRow, 'name' | 'namespace' | 'aggregateTo'>): object {
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

function clusterRole(row: RoleRow, facts: PolicyFacts): ClusterRole {
  const { aggregates } = row
  const selectors = [{ matchLabels: { [`${aggregateLabel}${aggregates}`]: 'true' } }]
  return new ClusterRole({
    metadata: policyMetadata(row),
    rules: aggregates === undefined ? rulesOf(row, facts) : null,
    ...(aggregates === undefined ? {} : { aggregationRule: { clusterRoleSelectors: selectors } }),
  } as ConstructorParameters<typeof ClusterRole>[0])
}

function role(row: RoleRow, facts: PolicyFacts): Role {
  return new Role({ metadata: policyMetadata(row), rules: rulesOf(row, facts) })
}

function clusterRoleBinding(row: BindingRow): ClusterRoleBinding {
  const subjects = row.subjects.map(subjectOf)
  return new ClusterRoleBinding({
    metadata: policyMetadata(row),
    ...(subjects.length === 0 ? {} : { subjects }),
    roleRef: { apiGroup, kind: 'ClusterRole', name: row.role ?? row.name },
  })
}

function roleBinding(row: BindingRow): RoleBinding {
  return new RoleBinding({
    metadata: policyMetadata(row),
    subjects: row.subjects.map(subjectOf),
    roleRef: { apiGroup, kind: 'Role', name: row.role ?? row.name },
  })
}
