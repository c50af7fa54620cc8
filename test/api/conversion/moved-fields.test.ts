import { describe, expect, test } from 'vitest'
import { newMetric, oldMetric } from '../../../src/api/autoscaling/horizontal-pod-autoscaler/autoscaler-metrics.js'
import type * as v1 from '../../../src/api/autoscaling/v1/types.gen.js'
import type * as v2 from '../../../src/api/autoscaling/v2/types.gen.js'
import { newIngressSpec, oldIngressSpec } from '../../../src/api/networking/ingress/conversions.js'

const service = { kind: 'Service', name: 's' }
const selector = { matchLabels: { a: 'b' } }

// As pkg/apis/autoscaling/v1/conversion.go has it.
describe('metrics of autoscalers in v1', () => {
  test.each<[string, v1.MetricSpec, v2.MetricSpec]>([
    [
      'a value of an object',
      { type: 'Object', object: { target: service, metricName: 'm', targetValue: '5' } },
      {
        type: 'Object',
        object: { describedObject: service, metric: { name: 'm' }, target: { type: 'Value', value: '5' } },
      },
    ],
    [
      'no value of an object',
      { type: 'Object', object: { target: service, metricName: 'm', targetValue: '0' } },
      {
        type: 'Object',
        object: { describedObject: service, metric: { name: 'm' }, target: { type: 'Value', value: '0' } },
      },
    ],
    [
      'an average of an object',
      { type: 'Object', object: { target: service, metricName: 'm', targetValue: '0', averageValue: '2', selector } },
      {
        type: 'Object',
        object: {
          describedObject: service,
          metric: { name: 'm', selector },
          target: { type: 'AverageValue', averageValue: '2' },
        },
      },
    ],
    [
      'both of an object',
      { type: 'Object', object: { target: service, metricName: 'm', targetValue: '5', averageValue: '2' } },
      {
        type: 'Object',
        object: {
          describedObject: service,
          metric: { name: 'm' },
          target: { type: 'AverageValue', value: '5', averageValue: '2' },
        },
      },
    ],
    [
      'a utilization',
      { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 80 } },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ],
    [
      'an average of a resource',
      { type: 'Resource', resource: { name: 'cpu', targetAverageValue: '100m' } },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } } },
    ],
    [
      'an external value',
      { type: 'External', external: { metricName: 'm', metricSelector: selector, targetValue: '3' } },
      {
        type: 'External',
        external: { metric: { name: 'm', selector }, target: { type: 'Value', value: '3' } },
      },
    ],
    [
      'an external average',
      { type: 'External', external: { metricName: 'm', targetAverageValue: '3' } },
      { type: 'External', external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '3' } } },
    ],
  ])('%s', (_, old, current) => {
    expect(newMetric(old)).toEqual(current)
    expect(oldMetric(current)).toEqual(old)
  })

  test('a value is written 0 in v1 where only an average is there, and left out where nothing is', () => {
    const average = { type: 'AverageValue', averageValue: '2' }
    const object = { describedObject: service, metric: { name: 'm' } }
    expect(oldMetric({ type: 'Object', object: { ...object, target: average } }).object?.targetValue).toBe('0')
    expect(oldMetric({ type: 'Object', object } as never).object).toEqual({
      target: service,
      metricName: 'm',
      targetValue: '0',
    })
    expect(oldMetric({ type: 'Resource', resource: { name: 'cpu' } } as never).resource).toEqual({ name: 'cpu' })
    expect(oldMetric({ type: 'External', external: { metric: { name: 'm' } } } as never).external).toEqual({
      metricName: 'm',
    })
  })
})

// As pkg/apis/networking/v1beta1/conversion.go has it.
describe('backends of ingresses', () => {
  const rules = (backend: object) => [{ host: 'h', http: { paths: [{ path: '/', pathType: 'Exact', backend }] } }]
  const resource = { kind: 'K', name: 'n' }

  test.each<[string, object, object]>([
    ['a port by number', { serviceName: 's', servicePort: 80 }, { service: { name: 's', port: { number: 80 } } }],
    ['a port by name', { serviceName: 's', servicePort: 'p' }, { service: { name: 's', port: { name: 'p' } } }],
    ['a resource', { resource }, { resource }],
  ])('%s', (_, before, now) => {
    const old = { ingressClassName: 'c', backend: before, rules: rules(before) }
    const current = { ingressClassName: 'c', defaultBackend: now, rules: rules(now) }
    expect(newIngressSpec(old as never)).toEqual(current)
    expect(oldIngressSpec(current as never)).toEqual(old)
  })

  test('rules without paths stay as they are', () => {
    const plain = { rules: [{ host: 'h' }, { host: 'i', http: {} }, { host: 'j', http: { paths: [] } }] }
    expect(newIngressSpec(plain as never)).toEqual(plain)
    expect(oldIngressSpec(plain as never)).toEqual(plain)
    expect(oldIngressSpec({ rules: [null, {}] } as never)).toEqual({ rules: [{}, {}] })
    expect(oldIngressSpec({ tls: [] })).toEqual({ tls: [] })
    expect(oldIngressSpec(undefined)).toBeUndefined()
    expect(oldIngressSpec({ rules: [{ http: { paths: [{ path: '/' }, null] } }] } as never)).toEqual({
      rules: [{ http: { paths: [{ path: '/', backend: {} }, { backend: {} }] } }],
    })
  })
})
