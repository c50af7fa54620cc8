import { describe, expect, test } from 'vitest'
import { HorizontalPodAutoscaler, type MetricSpec, type MetricStatus } from '../../src/api/autoscaling/v2/types.gen.js'
import { builtInTableConvertor } from '../../src/api/tables/index.js'

const convertor = await builtInTableConvertor({ group: 'autoscaling', kind: 'HorizontalPodAutoscaler' })

function rowOf(metrics: MetricSpec[], currentMetrics: MetricStatus[], more: object = {}): unknown[] {
  const object = new HorizontalPodAutoscaler({
    metadata: { name: 'some-hpa' },
    spec: {
      scaleTargetRef: { name: 'some-name', kind: 'Deployment' },
      minReplicas: 2,
      maxReplicas: 10,
      metrics,
      ...more,
    },
    status: { currentReplicas: 4, desiredReplicas: 5, currentMetrics },
  } as never)
  return convertor.convertToTable(object).rows[0]?.cells as unknown[]
}

const object = (target: object): MetricSpec =>
  ({
    type: 'Object',
    object: { describedObject: { name: 's', kind: 'Service' }, metric: { name: 'm' }, target },
  }) as never
const external = (target: object): MetricSpec =>
  ({ type: 'External', external: { metric: { name: 'm' }, target } }) as never
const pods = (averageValue: string): MetricSpec =>
  ({ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue } } }) as never
const resource = (target: object): MetricSpec => ({ type: 'Resource', resource: { name: 'cpu', target } }) as never
const container = (target: object): MetricSpec =>
  ({ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'app', target } }) as never
const now = (type: string, member: string, current: object): MetricStatus => ({ type, [member]: { current } }) as never

// Rows of TestPrintHPA of pkg/printers/internalversion.
describe('metrics of an autoscaler', () => {
  test.each<[string, MetricSpec[], MetricStatus[], string]>([
    ['none', [], [], '<none>'],
    ['external average, without a status', [external({ averageValue: '100m' })], [], '<unknown>/100m (avg)'],
    [
      'external average',
      [external({ averageValue: '100m' })],
      [now('External', 'external', { averageValue: '50m' })],
      '50m/100m (avg)',
    ],
    ['external value, without a status', [external({ value: '100m' })], [], '<unknown>/100m'],
    ['external value', [external({ value: '100m' })], [now('External', 'external', { value: '50m' })], '50m/100m'],
    ['pods, without a status', [pods('100m')], [], '<unknown>/100m'],
    ['pods', [pods('100m')], [now('Pods', 'pods', { averageValue: '50m' })], '50m/100m'],
    ['object, without a status', [object({ value: '100m' })], [], '<unknown>/100m'],
    ['object', [object({ value: '100m' })], [now('Object', 'object', { value: '50m' })], '50m/100m'],
    [
      'object average',
      [object({ averageValue: '100m' })],
      [now('Object', 'object', { averageValue: '50m', value: '70m' })],
      '50m/100m (avg)',
    ],
    ['resource, without a status', [resource({ averageValue: '100m' })], [], 'cpu: <unknown>/100m'],
    [
      'resource',
      [resource({ averageValue: '100m' })],
      [now('Resource', 'resource', { averageValue: '50m' })],
      'cpu: 50m/100m',
    ],
    ['resource utilization, without a status', [resource({ averageUtilization: 80 })], [], 'cpu: <unknown>/80%'],
    [
      'resource utilization',
      [resource({ averageUtilization: 80 })],
      [now('Resource', 'resource', { averageUtilization: 50 })],
      'cpu: 50%/80%',
    ],
    ['resource without a target', [resource({})], [], 'cpu: <unknown>/<auto>'],
    ['container, without a status', [container({ averageValue: '100m' })], [], 'cpu: <unknown>/100m'],
    [
      'container',
      [container({ averageValue: '100m' })],
      [now('ContainerResource', 'containerResource', { averageValue: '50m' })],
      'cpu: 50m/100m',
    ],
    [
      'container utilization',
      [container({ averageUtilization: 80 })],
      [now('ContainerResource', 'containerResource', { averageUtilization: 50 })],
      'cpu: 50%/80%',
    ],
    ['of another type', [{ type: 'New' }], [], '<unknown type>'],
    [
      'more than two',
      [pods('100m'), resource({ averageUtilization: 80 }), external({ value: '1' }), external({ value: '2' })],
      [now('Pods', 'pods', { averageValue: '50m' }), now('Resource', 'resource', { averageUtilization: 50 })],
      '50m/100m, cpu: 50%/80% + 2 more...',
    ],
  ])('%s', (...[, specs, statuses, text]) => {
    expect(rowOf(specs, statuses)).toEqual(['some-hpa', 'Deployment/some-name', text, '2', 10, 4, '<unknown>'])
  })

  test.each([
    ['Object', 'object', '<unknown>/<unknown>'],
    ['External', 'external', '<unknown>/<unknown>'],
    ['Pods', 'pods', '<unknown>/<unknown>'],
    ['Resource', 'resource', ': <unknown>/<auto>'],
    ['ContainerResource', 'containerResource', ': <unknown>/<auto>'],
  ])('%s says nothing more', (type, member, text) => {
    for (const specs of [{ type }, { type, [member]: {} }, { type, [member]: null }]) {
      for (const statuses of [[], [{ type }], [{ type, [member]: {} }], [{ type, [member]: null }]]) {
        expect(rowOf([specs as never], statuses as never)[2]).toBe(text)
      }
    }
  })

  test('a missing lower bound is shown', () => {
    expect(rowOf([], [], { minReplicas: undefined })[3]).toBe('<unset>')
  })
})
