import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MetricsRegistry } from '@apimachinery/client/metrics'
import { releaseOf } from 'apimachinery/api/releases'
import { afterAll, describe, expect, it } from 'vitest'
import { metricsFlags } from '../../src/cli/flags/metrics-flags.js'
import { metricsOptions } from '../../src/cli/options/metrics-options.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { addMetaMetrics } from '../../src/metrics/meta-metrics.js'

const folder = mkdtempSync(join(tmpdir(), 'metrics-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function options(...args: string[]) {
  const groups = [metricsFlags]
  return metricsOptions(new FlagValues(groups, parseFlags(groups, args)), releaseOf('1.36'))
}

function registryOf(...args: string[]): MetricsRegistry {
  const registry = new MetricsRegistry({ ...options(...args), minorRelease: 36 })
  addMetaMetrics(registry)
  const total = registry.counter({ name: 'a_total', help: 'A.', stability: 'STABLE', labelNames: ['code', 'verb'] })
  total.labels('200', 'GET').inc()
  total.labels('418', 'BREW').inc()
  registry.gauge({ name: 'b', help: 'B.', stability: 'ALPHA', deprecatedVersion: '1.30.0' }).labels().set(1)
  return registry
}

describe('the flags of metrics', () => {
  it('leave out what is disabled, and count it', async () => {
    const text = await registryOf('--disabled-metrics=a_total,nothing').text()
    expect(text).not.toContain('a_total')
    expect(text).toContain('disabled_metrics_total 2\n')
  })

  it('let labels have the values of a list', async () => {
    const text = await registryOf('--allow-metric-labels=a_total,verb=GET,PUT').text()
    expect(text).toContain('a_total{code="200",verb="GET"} 1\na_total{code="418",verb="unexpected"} 1\n')
    expect(text).toContain('cardinality_enforcement_unexpected_categorizations_total 1\n')
  })

  it('take several lists in quotes, and those of a file', () => {
    const lists = { a_total: { verb: ['GET', 'PUT'], code: ['200'] } }
    expect(options('--allow-metric-labels="a_total,verb=GET,PUT","a_total,code=200"').allowedLabelValues).toEqual(lists)
    const file = join(folder, 'labels.yaml')
    writeFileSync(file, '"a_total,verb": "GET,PUT"\n"a_total,code": "200"\n')
    expect(options(`--allow-metric-labels-manifest=${file}`).allowedLabelValues).toEqual(lists)
  })

  it('show what is hidden', async () => {
    expect(await registryOf().text()).not.toMatch(/^b /m)
    expect(await registryOf().text()).toContain('hidden_metrics_total 1\n')
    const text = await registryOf('--show-hidden-metrics-for-version=1.35').text()
    expect(text).toContain('# HELP b [ALPHA] (Deprecated since 1.30.0) B.\n# TYPE b gauge\nb 1\n')
    expect(text).toContain('registered_metrics_total{deprecated_version="1.30.0",stability_level="ALPHA"} 1\n')
  })

  it.each([
    ['--show-hidden-metrics-for-version=1.34', "must be omitted or have the value '1.35'"],
    ['--disabled-metrics=a-b', 'must be fully qualified metric names matching "^[a-zA-Z_:][a-zA-Z0-9_:]*$", got "a-b"'],
    ['--allow-metric-labels=a_total=GET', 'must have keys with format `metricName,labelName`'],
    ['--allow-metric-labels=a_total', 'a_total must be formatted as key=value'],
    ['--allow-metric-labels-manifest=/nowhere', 'failed to read allow list manifest'],
  ])('%s is refused', (arg, message) => {
    expect(() => options(arg)).toThrow(message)
  })
})
