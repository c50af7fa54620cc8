import { describe } from 'vitest'
import { Judged } from './judged.js'
import { creations } from './tables.js'

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1'

describe('FlowSchema', () => {
  const judged = new Judged({ apiVersion, kind: 'FlowSchema', resource: 'flowschemas' })
  const resourceRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }
  const rule = { subjects: [{ kind: 'User', user: { name: 'u' } }], resourceRules: [resourceRule] }
  const spec = { priorityLevelConfiguration: { name: 'p' }, matchingPrecedence: 100, rules: [rule] }
  const path = 'spec.rules[0]'
  creations(judged, { metadata: { name: 'f' }, spec }, [
    [
      'no level',
      { 'spec/priorityLevelConfiguration/name': '' },
      'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
    ],
    [
      'a high precedence',
      { 'spec/matchingPrecedence': 10_001 },
      'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
    ],
    [
      'no subject',
      { 'spec/rules/0/subjects': [] },
      `${path}.subjects: Required value: subjects must contain at least one value`,
    ],
    [
      'no rule',
      { 'spec/rules/0/resourceRules': [] },
      `${path}: Required value: at least one of resourceRules and nonResourceRules has to be non-empty`,
    ],
    [
      'all verbs and one',
      { 'spec/rules/0/resourceRules/0/verbs': ['*', 'get'] },
      `${path}.resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
    ],
  ])
})

describe('PriorityLevelConfiguration', () => {
  const place = { apiVersion, kind: 'PriorityLevelConfiguration', resource: 'prioritylevelconfigurations' }
  const limitResponse = { type: 'Queue', queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } }
  const spec = { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse } }
  const queuing = 'spec.limited.limitResponse.queuing'
  creations(new Judged(place), { metadata: { name: 'p' }, spec }, [
    [
      'nothing limited',
      { 'spec/limited': undefined },
      'spec.limited: Required value: must not be empty when type is Limited',
    ],
    [
      'a hand greater than the queues',
      { 'spec/limited/limitResponse/queuing/handSize': 65 },
      `${queuing}.handSize: Invalid value: 65: should not be greater than queues (64)`,
    ],
  ])
})
