import { ClusterRole } from 'apimachinery/api/rbac/v1'

/** Lets all readers of a cluster read metrics, as the role that metrics-server brings. */
export function metricsReaderRole(): ClusterRole {
  const aggregated = ['admin', 'edit', 'view'].map((role) => [`rbac.authorization.k8s.io/aggregate-to-${role}`, 'true'])
  return new ClusterRole({
    metadata: {
      name: 'system:aggregated-metrics-reader',
      labels: { 'k8s-app': 'metrics-server', ...Object.fromEntries(aggregated) },
    },
    rules: [{ apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'], verbs: ['get', 'list', 'watch'] }],
  })
}
