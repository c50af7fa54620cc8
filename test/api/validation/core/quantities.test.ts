import { describe, expect, test } from 'vitest'
import { validateLimitRange } from '../../../../src/api/core/limit-range/validation.js'
import {
  validateResourceQuota,
  validateResourceQuotaUpdate,
  warningsForResourceQuota,
} from '../../../../src/api/core/resource-quota/validation.js'
import {
  LimitRange,
  type LimitRangeItem,
  ResourceQuota,
  type ResourceQuotaSpec,
} from '../../../../src/api/core/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

const metadata = { name: 'abc', namespace: 'foo', resourceVersion: '1' }

describe('a LimitRange', () => {
  test.each<[string, LimitRangeItem[], string[]]>([
    [
      'is right',
      [
        {
          type: 'Container',
          max: { cpu: '100m' },
          min: { cpu: '5m' },
          default: { cpu: '50m' },
          defaultRequest: { cpu: '10m' },
          maxLimitRequestRatio: { cpu: '10' },
        },
      ],
      [],
    ],
    ['has each type once', [{ type: 'Pod' }, { type: 'Pod' }], ['spec.limits[1].type: Duplicate value: "Pod"']],
    [
      'knows its types',
      [{ type: 'foo' }],
      ['spec.limits[0].type: Invalid value: "foo": must be a standard limit type or fully qualified'],
    ],
    [
      'knows the resources of containers',
      [{ type: 'Container', max: { secrets: '1' } }],
      ['spec.limits[0].max[secrets]: Invalid value: "secrets": must be a standard resource for containers'],
    ],
    [
      'has no defaults for pods',
      [{ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }],
      [
        "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
        "spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'",
      ],
    ],
    [
      'bounds the storage of claims',
      [{ type: 'PersistentVolumeClaim' }],
      [
        'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
      ],
    ],
    [
      'rises from the least to the most',
      [
        {
          type: 'Container',
          min: { cpu: '3' },
          max: { cpu: '1' },
          default: { cpu: '2' },
          defaultRequest: { cpu: '4' },
        },
      ],
      [
        'spec.limits[0].min[cpu]: Invalid value: "3": min value 3 is greater than max value 1',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than max value 1',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than default limit value 2',
        'spec.limits[0].default[cpu]: Invalid value: "3": min value 3 is greater than default value 2',
        'spec.limits[0].default[cpu]: Invalid value: "1": default value 2 is greater than max value 1',
      ],
    ],
    [
      'has ratios that can be met',
      [
        { type: 'Container', maxLimitRequestRatio: { memory: '800m' } },
        { type: 'Pod', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } },
      ],
      [
        'spec.limits[0].maxLimitRequestRatio[memory]: Invalid value: "800m": ratio 800m is less than 1',
        'spec.limits[1].maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000',
      ],
    ],
    [
      'gives as much of counted resources as it limits',
      [{ type: 'Container', default: { 'example.com/gpu': '2' }, defaultRequest: { 'example.com/gpu': '1' } }],
      [
        'spec.limits[0].defaultRequest[example.com/gpu]: Invalid value: "1": default value 2 must equal to defaultRequest value 1 in example.com/gpu',
      ],
    ],
  ])('%s', (_, limits, expected) => {
    expect(messagesOf(validateLimitRange(new LimitRange({ metadata, spec: { limits } })))).toEqual(expected)
  })
})

describe('a ResourceQuota', () => {
  const quota = (spec: ResourceQuotaSpec) => new ResourceQuota({ metadata, spec })
  const notTwo = 'Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes'
  test.each<[string, ResourceQuotaSpec, string[]]>([
    ['is right', { hard: { cpu: '100', 'requests.nvidia.com/gpu': '10', 'count/x.y': '3' } }, []],
    [
      'has amounts of known resources',
      { hard: { cpu: '-100', pods: '1m', storage: '1' } },
      [
        'spec.hard[cpu]: Invalid value: "-100": must be greater than or equal to 0',
        'spec.hard[pods]: Invalid value: "1m": must be an integer',
        'spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota',
      ],
    ],
    [
      'has scopes that go together',
      { hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] },
      [`spec.scopes: ${notTwo}`],
    ],
    [
      'has known scopes that fit',
      { hard: { cpu: '1', 'requests.storage': '1' }, scopes: ['BestEffort', 'X'] },
      [
        'spec.scopes: Invalid value: ["BestEffort","X"]: unsupported scope applied to resource',
        'spec.scopes: Invalid value: ["BestEffort","X"]: unsupported scope applied to resource',
        'spec.scopes: Invalid value: ["BestEffort","X"]: unsupported scope',
      ],
    ],
    [
      'has selectors with values where their operator takes some',
      {
        scopeSelector: {
          matchExpressions: [
            { scopeName: 'PriorityClass', operator: 'In' },
            { scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] },
            { scopeName: 'Terminating', operator: 'In', values: ['a'] },
            { scopeName: 'PriorityClass', operator: 'Like' },
          ],
        },
      },
      [
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        "spec.scopeSelector.matchExpressions.values: Invalid value: [\"a\"]: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        'spec.scopeSelector.matchExpressions.operator: Invalid value: "In": must be \'Exists\' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity',
        'spec.scopeSelector.matchExpressions.operator: Invalid value: "Like": not a valid selector operator',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(messagesOf(validateResourceQuota(quota(spec)))).toEqual(expected)
  })

  test('keeps its scopes, in any order', () => {
    const old = quota({ scopes: ['Terminating', 'NotBestEffort'] })
    expect(messagesOf(validateResourceQuotaUpdate(quota({ scopes: ['NotBestEffort', 'Terminating'] }), old))).toEqual(
      [],
    )
    expect(messagesOf(validateResourceQuotaUpdate(quota({}), old))).toEqual([
      'spec.scopes: Invalid value: null: field is immutable',
    ])
  })

  test('warns of requests above limits', () => {
    const hard = { cpu: '2', 'limits.cpu': '1', 'requests.memory': '1Gi', 'limits.memory': '2Gi' }
    expect(warningsForResourceQuota(quota({ hard }))).toEqual([
      'ResourceQuota cpu (2) should be less than limits.cpu (1)',
    ])
  })
})
