import { describe, expect, it } from 'vitest'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'

describe('MetricsRegistry', () => {
  it('prints the text format of Prometheus', async () => {
    const registry = new MetricsRegistry()
    const requests = registry.counter({ name: 'requests_total', help: 'All\nrequests', labelNames: ['path', 'code'] })
    requests.inc({ path: '/a"\\', code: '200' })
    requests.inc({ code: '200', path: '/a"\\' }, 2)
    registry.gauge({ name: 'depth', help: 'Depth' }).set(() => 7)
    const seconds = registry.histogram({ name: 'seconds', help: 'Time', buckets: [0.1, 1] })
    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value)
    expect(await registry.text()).toBe(
      [
        '# HELP depth Depth',
        '# TYPE depth gauge',
        'depth 7',
        '# HELP requests_total All\\nrequests',
        '# TYPE requests_total counter',
        'requests_total{code="200",path="/a\\"\\\\"} 3',
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
    const other = 'a_total has already been registered with another description or other labels'
    expect(() => registry.counter({ name: 'a_total', help: 'b' })).toThrow(other)
    expect(() => registry.counter({ name: 'a_total', help: 'a', labelNames: ['c'] })).toThrow(other)
    expect(() => registry.counter({ name: 'a_total', help: 'a' }, () => {})).toThrow(
      'a_total has already been registered',
    )
  })

  it('shows a number without labels from the start, one with labels when it is counted', async () => {
    const registry = new MetricsRegistry()
    registry.counter({ name: 'a_total', help: 'a' })
    const labelled = registry.counter({ name: 'b_total', help: 'b', labelNames: ['x', 'c'] })
    expect(await registry.text()).toBe('# HELP a_total a\n# TYPE a_total counter\na_total 0\n')
    expect(labelled.value({ x: '1', c: '2' })).toBe(0)
    for (const [x, c] of [
      ['1', '3'],
      ['1', '2'],
      ['0', '3'],
    ] as const)
      labelled.inc({ x, c })
    // Names and values are sorted, as in Go.
    expect((await registry.text()).split('\n').slice(5, -1)).toEqual([
      'b_total{c="2",x="1"} 1',
      'b_total{c="3",x="0"} 1',
      'b_total{c="3",x="1"} 1',
    ])
  })

  it('looks values up before each reading', async () => {
    const registry = new MetricsRegistry()
    let count = 0
    registry.gauge({ name: 'a', help: 'a' }, async (family) => family.set(await Promise.resolve(++count)))
    expect(await registry.text()).toContain('\na 1\n')
    expect(await registry.text()).toContain('\na 2\n')
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
