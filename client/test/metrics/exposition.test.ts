import { describe, expect, it } from 'vitest'
import { floatText } from '../../src/metrics/exposition.js'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'

describe('a registry', () => {
  it('writes families sorted by name, in the text of Go', async () => {
    const registry = new MetricsRegistry()
    const sizes = registry.histogram({
      name: 'sizes',
      help: 'Sizes.',
      stability: 'ALPHA',
      labelNames: ['kind'],
      buckets: [1, 2e6],
    })
    registry.counter({ name: 'empty_total', help: 'Nothing.', labelNames: ['kind'] })
    const total = registry.counter({ name: 'a_total', help: 'A.', stability: 'STABLE', labelNames: ['code', 'verb'] })
    sizes.labels('x').observe(1)
    sizes.labels('x').observe(3e6)
    total.labels('404', 'GET').inc()
    total.labels('200', 'GET').inc(2)
    expect(await registry.text()).toBe(
      [
        '# HELP a_total [STABLE] A.',
        '# TYPE a_total counter',
        'a_total{code="200",verb="GET"} 2',
        'a_total{code="404",verb="GET"} 1',
        '# HELP sizes [ALPHA] Sizes.',
        '# TYPE sizes histogram',
        'sizes_bucket{kind="x",le="1"} 1',
        'sizes_bucket{kind="x",le="2e+06"} 1',
        'sizes_bucket{kind="x",le="+Inf"} 2',
        'sizes_sum{kind="x"} 3.000001e+06',
        'sizes_count{kind="x"} 2',
        '',
      ].join('\n'),
    )
    expect(() => total.labels('200')).toThrow('expected 2 label values but got 1')
    expect(() => registry.counter({ name: 'a_total', help: '' })).toThrow('a_total')
  })
})

describe('a number in the text of metrics', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1 + 0.2, '0.30000000000000004'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [5e-7, '5e-07'],
    [10e-9 * 10 * 10 * 10, '9.999999999999999e-06'],
    [999999, '999999'],
    [1_000_000, '1e+06'],
    [1_050_000, '1.05e+06'],
    [1795486080.1981509, '1.7954860801981509e+09'],
    [1e100, '1e+100'],
    [-12_345_678, '-1.2345678e+07'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
  ])('%d is printed as Go prints it', (value, text) => {
    expect(floatText(value)).toBe(text)
  })

  it('has that form as a value, as a bound and as a sum, and labels are escaped', async () => {
    const registry = new MetricsRegistry()
    registry
      .gauge({ name: 'a', help: 'one\\two\nthree "four"', labelNames: ['x'] })
      .labels('"\\\n')
      .set(2_000_000)
    const sizes = registry.histogram({ name: 'b', help: 'B.', buckets: [1e6] })
    for (let count = 0; count < 2; count++) sizes.labels().observe(5e5)
    sizes.labels().count = 3_000_000
    expect((await registry.text()).split('\n').filter((line) => line !== '' && !line.startsWith('# TYPE'))).toEqual([
      '# HELP a one\\\\two\\nthree "four"',
      'a{x="\\"\\\\\\n"} 2e+06',
      '# HELP b B.',
      'b_bucket{le="1e+06"} 2',
      'b_bucket{le="+Inf"} 3e+06',
      'b_sum 1e+06',
      'b_count 3e+06',
    ])
  })
})
