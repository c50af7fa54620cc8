import { describe, expect, it } from 'vitest'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'

describe('MetricsRegistry', () => {
  it('prints the text format of Prometheus', () => {
    const registry = new MetricsRegistry()
    const requests = registry.counter({ name: 'requests_total', help: 'All\nrequests', labelNames: ['path', 'code'] })
    requests.inc({ path: '/a"\\', code: '200' })
    requests.inc({ code: '200', path: '/a"\\' }, 2)
    registry.gauge({ name: 'depth', help: 'Depth' }).set(() => 7)
    const seconds = registry.histogram({ name: 'seconds', help: 'Time', buckets: [0.1, 1] })
    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value)
    expect(registry.text()).toBe(
      [
        '# HELP depth Depth',
        '# TYPE depth gauge',
        'depth 7',
        '# HELP requests_total All\\nrequests',
        '# TYPE requests_total counter',
        'requests_total{path="/a\\"\\\\",code="200"} 3',
        '# HELP seconds Time',
        '# TYPE seconds histogram',
        'seconds_bucket{le="0.1"} 2',
        'seconds_bucket{le="1"} 3',
        'seconds_bucket{le="+Inf"} 4',
        'seconds_sum 3.65',
        'seconds_count 4',
        '',
      ].join('\n'),
    )
  })

  it('gives the same metric for the same name, and refuses one of another sort', () => {
    const registry = new MetricsRegistry()
    const first = registry.counter({ name: 'a_total', help: 'a' })
    expect(registry.counter({ name: 'a_total', help: 'a' })).toBe(first)
    expect(() => registry.gauge({ name: 'a_total', help: 'a' })).toThrow('a_total is a metric of another sort')
  })

  it('refuses names and labels that the format cannot hold', () => {
    const registry = new MetricsRegistry()
    expect(() => registry.counter({ name: 'a-b', help: '' })).toThrow('"a-b" is no name of a metric')
    expect(() => registry.gauge({ name: 'a', help: '', labelNames: ['x y'] })).toThrow(
      '"x y" is no name of a label of a',
    )
    const gauge = registry.gauge({ name: 'b', help: '', labelNames: ['toString'] })
    expect(() => gauge.set(1)).toThrow('b needs the label toString')
  })
})
