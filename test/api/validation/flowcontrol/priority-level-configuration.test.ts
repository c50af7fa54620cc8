import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1'

describe('PriorityLevelConfiguration', () => {
  const place = { apiVersion, kind: 'PriorityLevelConfiguration', resource: 'prioritylevelconfigurations' }
  const limitResponse = { type: 'Queue', queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } }
  const spec = { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse } }
  const queuing = 'spec.limited.limitResponse.queuing'
  const judged = new Judged(place)
  creations(judged, { metadata: { name: 'p' }, spec }, [
    ['nothing limited', { 'spec/limited': undefined }, 'spec.limited: Required value'],
    [
      'a hand greater than the queues',
      { 'spec/limited/limitResponse/queuing/handSize': 65 },
      `${queuing}.handSize: Invalid value: 65: should not be greater than queues (64)`,
    ],
    [
      'a bad name',
      { 'metadata/name': 'system+++$$' },
      `metadata.name: Invalid value: "system+++$$": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'an unknown type',
      { 'spec/type': 'x' },
      'spec.type: Unsupported value: "x": supported values: "Exempt", "Limited"',
      'spec.limited: Forbidden',
    ],
    [
      'exempt',
      { spec: { type: 'Exempt' } },
      `spec.type: Invalid value: "Exempt": must be 'Exempt' if and only if \`name\` is 'exempt'`,
    ],
    [
      'exempt and limited',
      { 'spec/type': 'Exempt' },
      `spec.type: Invalid value: "Exempt": must be 'Exempt' if and only if \`name\` is 'exempt'`,
      'spec.limited: Forbidden',
    ],
    ['limited and exempt', { 'spec/exempt': { nominalConcurrencyShares: 1 } }, 'spec.exempt: Forbidden'],
    [
      'exempt with fewer shares than none',
      { spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: -1 } } },
      `spec.type: Invalid value: "Exempt": must be 'Exempt' if and only if \`name\` is 'exempt'`,
      'spec.exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer',
    ],
    [
      'exempt and lending too much',
      { spec: { type: 'Exempt', exempt: { lendablePercent: 101 } } },
      `spec.type: Invalid value: "Exempt": must be 'Exempt' if and only if \`name\` is 'exempt'`,
      'spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    ],
    [
      'fewer shares than none',
      { 'spec/limited/nominalConcurrencyShares': -1 },
      'spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer',
    ],
    ['no shares', { 'spec/limited/nominalConcurrencyShares': 0 }],
    ['lends all', { 'spec/limited/lendablePercent': 100 }],
    [
      'lends more',
      { 'spec/limited/lendablePercent': 101 },
      'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    ],
    [
      'lends less than nothing',
      { 'spec/limited/lendablePercent': -1 },
      'spec.limited.lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive',
    ],
    ['borrows', { 'spec/limited/borrowingLimitPercent': 500 }],
    [
      'borrows less than nothing',
      { 'spec/limited/borrowingLimitPercent': -1 },
      'spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer',
    ],
    ['refuses', { 'spec/limited/limitResponse': { type: 'Reject' } }],
    [
      'refuses and queues',
      { 'spec/limited/limitResponse/type': 'Reject' },
      'spec.limited.limitResponse.queuing: Forbidden',
    ],
    [
      'queues that are not there',
      { 'spec/limited/limitResponse/queuing': undefined },
      'spec.limited.limitResponse.queuing: Required value',
    ],
    [
      'an unknown answer',
      { 'spec/limited/limitResponse': { type: 'x' } },
      'spec.limited.limitResponse.type: Unsupported value: "x": supported values: "Queue", "Reject"',
    ],
    [
      'no queues',
      { 'spec/limited/limitResponse/queuing/queues': -1 },
      'spec.limited.limitResponse.queuing.queues: Invalid value: -1: must be positive',
      'spec.limited.limitResponse.queuing.handSize: Invalid value: 6: should not be greater than queues (-1)',
    ],
    [
      'too many queues',
      { 'spec/limited/limitResponse/queuing': { queues: 100_000_000, handSize: 6, queueLengthLimit: 5 } },
      'spec.limited.limitResponse.queuing.queues: Invalid value: 100000000: must not be greater than 10000000',
      'spec.limited.limitResponse.queuing.handSize: Invalid value: 6: required entropy bits of deckSize 100000000 and handSize 6 should not be greater than 60',
    ],
    [
      'a hand below nothing',
      { 'spec/limited/limitResponse/queuing/handSize': -1 },
      'spec.limited.limitResponse.queuing.handSize: Invalid value: -1: must be positive',
    ],
    [
      'a length below nothing',
      { 'spec/limited/limitResponse/queuing/queueLengthLimit': -1 },
      'spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive',
    ],
    [
      'a hand too large for the numbers',
      { 'spec/limited/limitResponse/queuing': { queues: 10_000, handSize: 8, queueLengthLimit: 5 } },
      'spec.limited.limitResponse.queuing.handSize: Invalid value: 8: required entropy bits of deckSize 10000 and handSize 8 should not be greater than 60',
    ],
    [
      'a level that the server has',
      { 'metadata/name': 'exempt' },
      `spec.type: Invalid value: "Limited": must be 'Exempt' if and only if \`name\` is 'exempt'`,
      `spec: Invalid value: {"Type":"Limited","Limited":{"NominalConcurrencyShares":10,"LimitResponse":{"Type":"Queue","Queuing":{"Queues":64,"HandSize":6,"QueueLengthLimit":50}},"LendablePercent":0,"BorrowingLimitPercent":null},"Exempt":null}: spec of 'exempt' except the 'spec.exempt' field must equal the fixed value`,
    ],
    [
      'another level that the server has',
      { 'metadata/name': 'catch-all' },
      `spec: Invalid value: {"Type":"Limited","Limited":{"NominalConcurrencyShares":10,"LimitResponse":{"Type":"Queue","Queuing":{"Queues":64,"HandSize":6,"QueueLengthLimit":50}},"LendablePercent":0,"BorrowingLimitPercent":null},"Exempt":null}: spec of 'catch-all' must equal the fixed value`,
    ],
  ])
  const conditions = (...given: object[]) => ({ status: { conditions: given } })
  updates(judged.of('status'), { metadata: { name: 'p' }, spec }, [
    ['a condition', conditions({ type: 'A', status: 'True' })],
    [
      'a condition twice',
      conditions({ type: 'A', status: 'True' }, { type: 'A', status: 'False' }),
      'status.conditions[1].type: Duplicate value: "A"',
    ],
    ['no type', conditions({ status: 'True' }), 'status.conditions[0].type: Required value'],
    ['an unknown status', conditions({ type: 'A', status: 'Perhaps' })],
  ])
})
