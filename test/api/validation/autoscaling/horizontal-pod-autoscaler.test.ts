import { describe, expect, test } from 'vitest'
import {
  validateHorizontalPodAutoscaler,
  validateHorizontalPodAutoscalerUpdate,
} from '../../../../src/api/autoscaling/horizontal-pod-autoscaler/validation.js'
import { validateScale } from '../../../../src/api/autoscaling/scale/validation.js'
import { Scale } from '../../../../src/api/autoscaling/v1/types.gen.js'
import {
  HorizontalPodAutoscaler,
  type HorizontalPodAutoscalerSpec,
  type MetricSpec,
} from '../../../../src/api/autoscaling/v2/types.gen.js'
import { messagesOf } from '../messages-of.js'

const features = { scaleToZero: false }
const metadata = { name: 'a', namespace: 'ns', resourceVersion: '1' }

function autoscaler(spec: Partial<HorizontalPodAutoscalerSpec>): HorizontalPodAutoscaler {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
  return new HorizontalPodAutoscaler({ metadata, spec: { scaleTargetRef, maxReplicas: 5, ...spec } })
}

const utilization = { type: 'Utilization', averageUtilization: 70 }
const metric = (more: Partial<MetricSpec>): Partial<HorizontalPodAutoscalerSpec> => ({
  metrics: [{ type: 'Resource', ...more }],
})
const scaled = { apiVersion: 'v1', kind: 'Service', name: 's' }

describe('a new autoscaler', () => {
  test.each<[string, Partial<HorizontalPodAutoscalerSpec>, string[]]>([
    ['is right', { minReplicas: 1, ...metric({ resource: { name: 'cpu', target: utilization } }) }, []],
    ['has a bound', { maxReplicas: 0 }, ['spec.maxReplicas: Required value: must be set and greater than 0']],
    [
      'rises from the fewest to the most',
      { minReplicas: 7 },
      ['spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`'],
    ],
    [
      'keeps one replica',
      { minReplicas: 0 },
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      'names a workload of a group',
      { scaleTargetRef: { apiVersion: 'v1', kind: 'a/b', name: '' } },
      [
        'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.scaleTargetRef.name: Required value',
        'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
      ],
    ],
    [
      'may name a controller without group',
      { scaleTargetRef: { apiVersion: 'v1', kind: 'ReplicationController', name: 'r' } },
      [],
    ],
    [
      'has one target for a resource',
      metric({ resource: { name: 'cpu', target: { ...utilization, averageValue: '1' } } }),
      [
        'spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization',
      ],
    ],
    [
      'has the metric of its type',
      metric({ type: 'Pods', resource: { name: 'cpu', target: utilization } }),
      ['spec.metrics[0].pods: Required value: must populate information for the given metric source'],
    ],
    [
      'has one metric at a time',
      metric({
        external: { metric: { name: 'q' }, target: { type: 'Value', value: '1' } },
        resource: { name: 'cpu', target: utilization },
      }),
      ['spec.metrics[0].external: Forbidden: must populate the given metric source only'],
    ],
    [
      'has positive targets',
      metric({ type: 'Pods', pods: { metric: { name: '' }, target: { type: 'x', averageValue: '-1' } } }),
      [
        'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
        'spec.metrics[0].pods.target.type: Invalid value: "x": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].pods.target.averageValue: Invalid value: "-1": must be positive',
      ],
    ],
    [
      'has one target of an external metric',
      metric({
        type: 'External',
        external: { metric: { name: 'a/b' }, target: { type: 'Value', value: '1', averageValue: '0' } },
      }),
      [
        'spec.metrics[0].external.metric.name: Invalid value: "a/b": may not contain \'/\'',
        'spec.metrics[0].external.target.averageValue: Invalid value: "0": must be positive',
        'spec.metrics[0].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
      ],
    ],
    [
      'has a target of an external metric',
      metric({ type: 'External', external: { metric: { name: 'q' }, target: { type: 'AverageValue' } } }),
      [
        'spec.metrics[0].external.target.averageValue: Required value: must set either a target value for metric or a per-pod target',
      ],
    ],
    [
      'has a target of pods',
      metric({ type: 'Pods', pods: { metric: { name: 'q' }, target: { type: 'Value', value: '1' } } }),
      ['spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue'],
    ],
    [
      'has a target of a resource',
      metric({ resource: { name: '', target: { type: '' } } }),
      [
        'spec.metrics[0].resource.name: Required value: must specify a resource name',
        'spec.metrics[0].resource.target.type: Required value: must specify a metric target type',
        'spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
      ],
    ],
    [
      'asks a resource for a part of what it requests',
      metric({ resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } } }),
      ['spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0'],
    ],
    [
      'names a container and its resource',
      metric({ type: 'ContainerResource', containerResource: { name: '', container: 'A', target: utilization } }),
      [
        'spec.metrics[0].containerResource.name: Required value: must specify a resource name',
        expect.stringMatching(
          /^spec\.metrics\[0\]\.containerResource\.container: Invalid value: "A": a lowercase RFC 1123 label/,
        ),
      ],
    ],
    [
      'has targets that suffice',
      {
        metrics: [
          { type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value', value: '1' } } },
          { type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value', averageValue: '1' } } },
          { type: 'Pods', pods: { metric: { name: 'q' }, target: { type: 'AverageValue', averageValue: '1m' } } },
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } },
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } } },
          { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', target: utilization } },
        ],
      },
      [],
    ],
    [
      'describes an object',
      metric({ type: 'Object', object: { describedObject: scaled, metric: { name: 'm' }, target: { type: 'Value' } } }),
      ['spec.metrics[0].object.target.averageValue: Required value: must set either a target value or averageValue'],
    ],
    [
      'names a container',
      metric({ type: 'ContainerResource', containerResource: { name: 'x', container: '', target: utilization } }),
      [
        'spec.metrics[0].containerResource.name: Invalid value: "x": must be a standard resource type or fully qualified',
        'spec.metrics[0].containerResource.name: Invalid value: "x": must be a standard resource for containers',
        'spec.metrics[0].containerResource.container: Required value: must specify a container',
      ],
    ],
    [
      'changes at a bounded pace',
      {
        behavior: {
          scaleUp: { stabilizationWindowSeconds: 3601, selectPolicy: 'x', policies: [], tolerance: '-1' },
          scaleDown: { policies: [{ type: 'x', value: 0, periodSeconds: 1801 }] },
        },
      },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "x": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
        'spec.behavior.scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0',
        'spec.behavior.scaleDown.policies[0].type: Unsupported value: "x": supported values: "Percent", "Pods"',
        'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(messagesOf(validateHorizontalPodAutoscaler(autoscaler(spec), features))).toEqual(expected)
  })
})

test('a changed autoscaler may keep invalid values', () => {
  const wrong = autoscaler({ scaleTargetRef: { apiVersion: 'a/b/c', kind: 'x', name: 'y' } })
  expect(validateHorizontalPodAutoscaler(wrong, features)).toHaveLength(1)
  expect(validateHorizontalPodAutoscalerUpdate(wrong, wrong, features)).toEqual([])
})

test('a scale is not negative', () => {
  expect(messagesOf(validateScale(new Scale({ metadata, spec: { replicas: -1 } })))).toEqual([
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  ])
})
