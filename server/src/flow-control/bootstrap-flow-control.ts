import {
  FlowSchema,
  type FlowSchemaSpec,
  PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
} from 'apimachinery/api/flowcontrol/v1'

const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' }

/** New objects of the levels that every cluster has. Source: k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap. */
export function bootstrapPriorityLevels(): PriorityLevelConfiguration[] {
  return [
    level('exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }),
    queued('system', { shares: 30, lendable: 33, queues: 64, hand: 6 }),
    queued('node-high', { shares: 40, lendable: 25, queues: 64, hand: 6 }),
    queued('leader-election', { shares: 10, lendable: 0, queues: 16, hand: 4 }),
    queued('workload-high', { shares: 40, lendable: 50, queues: 128, hand: 6 }),
    queued('workload-low', { shares: 100, lendable: 90, queues: 128, hand: 6 }),
    queued('global-default', { shares: 20, lendable: 50, queues: 128, hand: 6 }),
    level('catch-all', {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    }),
  ]
}

/** New objects of the schemas that every cluster has. */
export function bootstrapFlowSchemas(): FlowSchema[] {
  const everybody = [group('system:unauthenticated'), group('system:authenticated')]
  const leases = resources(['get', 'create', 'update'], ['coordination.k8s.io'], ['leases'])
  return [
    schema('exempt', { level: 'exempt', precedence: 1 }, [everything([group('system:masters')])]),
    schema('probes', { level: 'exempt', precedence: 2 }, [
      {
        subjects: everybody,
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
      },
    ]),
    schema('system-leader-election', { level: 'leader-election', precedence: 100, distinguisher: 'ByUser' }, [
      {
        subjects: [
          user('system:kube-controller-manager'),
          user('system:kube-scheduler'),
          serviceAccounts('kube-system'),
        ],
        resourceRules: [leases],
      },
    ]),
    schema('system-node-high', { level: 'node-high', precedence: 400, distinguisher: 'ByUser' }, [
      {
        subjects: [group('system:nodes')],
        resourceRules: [
          { ...resources(['*'], [''], ['nodes', 'nodes/status']), clusterScope: true },
          resources(['*'], ['coordination.k8s.io'], ['leases']),
        ],
      },
    ]),
    schema('system-nodes', { level: 'system', precedence: 500, distinguisher: 'ByUser' }, [
      everything([group('system:nodes')]),
    ]),
    schema('kube-controller-manager', { level: 'workload-high', precedence: 800, distinguisher: 'ByNamespace' }, [
      everything([user('system:kube-controller-manager')]),
    ]),
    schema('kube-scheduler', { level: 'workload-high', precedence: 800, distinguisher: 'ByNamespace' }, [
      everything([user('system:kube-scheduler')]),
    ]),
    schema('kube-system-service-accounts', { level: 'workload-high', precedence: 900, distinguisher: 'ByNamespace' }, [
      everything([serviceAccounts('kube-system')]),
    ]),
    schema('service-accounts', { level: 'workload-low', precedence: 9000, distinguisher: 'ByUser' }, [
      everything([group('system:serviceaccounts')]),
    ]),
    schema('global-default', { level: 'global-default', precedence: 9900, distinguisher: 'ByUser' }, [
      everything(everybody),
    ]),
    schema('catch-all', { level: 'catch-all', precedence: 10_000, distinguisher: 'ByUser' }, [everything(everybody)]),
  ]
}

type Rule = NonNullable<FlowSchemaSpec['rules']>[number]
type FlowSubject = NonNullable<Rule['subjects']>[number]
type ResourceRule = NonNullable<Rule['resourceRules']>[number]

function level(name: string, spec: PriorityLevelConfigurationSpec): PriorityLevelConfiguration {
  return new PriorityLevelConfiguration({ metadata: { name, annotations: { ...annotations } }, spec })
}

interface QueueFacts {
  readonly shares: number
  readonly lendable: number
  readonly queues: number
  readonly hand: number
}

function queued(name: string, { shares, lendable, queues, hand }: QueueFacts): PriorityLevelConfiguration {
  return level(name, {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares: shares,
      limitResponse: { type: 'Queue', queuing: { queues, handSize: hand, queueLengthLimit: 50 } },
      lendablePercent: lendable,
    },
  })
}

interface SchemaFacts {
  readonly level: string
  readonly precedence: number
  readonly distinguisher?: string
}

function schema(name: string, facts: SchemaFacts, rules: Rule[]): FlowSchema {
  const { distinguisher } = facts
  return new FlowSchema({
    metadata: { name, annotations: { ...annotations } },
    spec: {
      priorityLevelConfiguration: { name: facts.level },
      matchingPrecedence: facts.precedence,
      ...(distinguisher === undefined ? {} : { distinguisherMethod: { type: distinguisher } }),
      rules,
    },
  })
}

function everything(subjects: FlowSubject[]): Rule {
  return {
    subjects,
    resourceRules: [{ ...resources(['*'], ['*'], ['*']), clusterScope: true }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  }
}

function resources(verbs: string[], apiGroups: string[], names: string[]): ResourceRule {
  return { verbs, apiGroups, resources: names, namespaces: ['*'] }
}

function user(name: string): FlowSubject {
  return { kind: 'User', user: { name } }
}

function group(name: string): FlowSubject {
  return { kind: 'Group', group: { name } }
}

function serviceAccounts(namespace: string): FlowSubject {
  return { kind: 'ServiceAccount', serviceAccount: { namespace, name: '*' } }
}
