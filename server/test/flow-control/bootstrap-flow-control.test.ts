import { expect, it } from 'vitest'
import { bootstrapPriorityLevels } from '../../src/flow-control/bootstrap-flow-control.js'

// Facts of "API Priority and Fairness" in the documentation of Kubernetes, and of `Suggested` and `Mandatory` in
// k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap: shares, percent that may be lent, queues, size of a hand.
it.each([
  ['exempt', 'Exempt', 0, 0, undefined],
  ['system', 'Limited', 30, 33, [64, 6, 50]],
  ['node-high', 'Limited', 40, 25, [64, 6, 50]],
  ['leader-election', 'Limited', 10, 0, [16, 4, 50]],
  ['workload-high', 'Limited', 40, 50, [128, 6, 50]],
  ['workload-low', 'Limited', 100, 90, [128, 6, 50]],
  ['global-default', 'Limited', 20, 50, [128, 6, 50]],
  ['catch-all', 'Limited', 5, 0, undefined],
])('every cluster has the level %s', (...row) => {
  const [name, type, shares, lendable, queues] = row
  const found = bootstrapPriorityLevels().find(({ metadata }) => metadata?.name === name)
  const { limited, exempt, type: foundType } = found?.spec ?? {}
  const settings = limited ?? exempt
  const { type: answer, queuing } = limited?.limitResponse ?? {}
  expect([foundType, settings?.nominalConcurrencyShares, settings?.lendablePercent]).toEqual([type, shares, lendable])
  expect(answer).toBe(type === 'Exempt' ? undefined : queues === undefined ? 'Reject' : 'Queue')
  expect(queuing && [queuing.queues, queuing.handSize, queuing.queueLengthLimit]).toEqual(queues)
  expect(found?.metadata?.annotations).toEqual({ 'apf.kubernetes.io/autoupdate-spec': 'true' })
})
