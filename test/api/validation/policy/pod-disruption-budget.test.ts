import { expect, test } from 'vitest'
import {
  validatePodDisruptionBudget,
  validatePodDisruptionBudgetStatusUpdate,
} from '../../../../src/api/policy/pod-disruption-budget/validation.js'
import { PodDisruptionBudget, type PodDisruptionBudgetSpec } from '../../../../src/api/policy/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

test.each<[string, PodDisruptionBudgetSpec, string[]]>([
  ['is right', { minAvailable: '50%', unhealthyPodEvictionPolicy: 'AlwaysAllow' }, []],
  [
    'has one bound',
    { minAvailable: 1, maxUnavailable: 2 },
    [
      'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":2,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    ],
  ],
  [
    'has a bound that can be kept',
    { minAvailable: '101%' },
    ['spec.minAvailable: Invalid value: "101%": must not be greater than 100%'],
  ],
  [
    'has a number',
    { maxUnavailable: -1, unhealthyPodEvictionPolicy: 'x' },
    [
      'spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"',
    ],
  ],
])('a budget %s', (_, spec, expected) => {
  expect(messagesOf(validatePodDisruptionBudget(new PodDisruptionBudget({ spec })))).toEqual(expected)
})

test('its status counts, in versions that look', () => {
  const status = { disruptionsAllowed: -1, currentHealthy: 0, desiredHealthy: 0, expectedPods: -2 }
  const budget = new PodDisruptionBudget({ status })
  expect(messagesOf(validatePodDisruptionBudgetStatusUpdate(budget, 'policy/v1'))).toEqual([
    'status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0',
    'status.expectedPods: Invalid value: -2: must be greater than or equal to 0',
  ])
  expect(validatePodDisruptionBudgetStatusUpdate(budget, 'policy/v1beta1')).toEqual([])
})
