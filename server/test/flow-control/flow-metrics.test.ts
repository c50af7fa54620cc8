import { readFileSync } from 'node:fs'
import { MetricsRegistry } from '@apimachinery/client/metrics'
import { expect, it } from 'vitest'
import { FlowMetrics } from '../../src/flow-control/flow-metrics.js'
import { beside, upstreamFamilies } from '../metrics/upstream-families.js'

it('priority and fairness has the metrics of upstream', () => {
  const registry = new MetricsRegistry({ version: '1.36.0', showHidden: true } as never)
  new FlowMetrics(registry)
  const { ours, theirs } = beside(registry)
  expect(ours).toEqual(theirs)
  const notServed = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const wanted = Object.keys(upstreamFamilies).filter(
    (name) => name.startsWith('apiserver_flowcontrol_') && !notServed.includes(`| \`${name}\` |`),
  )
  expect(Object.keys(ours).sort()).toEqual(wanted.sort())
})
