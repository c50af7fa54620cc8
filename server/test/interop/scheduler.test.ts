import { describe, expect, it } from 'vitest'
import { compareSchedulers } from './scheduler/compare-schedulers.js'
import { findKubeScheduler } from './scheduler/real-scheduler.js'

const program = findKubeScheduler()
if (program === undefined) console.warn('skipped without a kube-scheduler in KUBE_SCHEDULER or PATH: its decisions')

const firstSeed = Number(process.env.SCHEDULER_SEED ?? 1)
const clusters = Number(process.env.SCHEDULER_CLUSTERS ?? 2)
const probes = Number(process.env.SCHEDULER_PODS ?? 40)

describe.runIf(program !== undefined)('kube-scheduler and the scheduler of this package', () => {
  it.each(Array.from({ length: clusters }, (_, i) => firstSeed + i))(
    'decide alike for random pods in the cluster of seed %d',
    async (seed) => {
      expect(await compareSchedulers(program!, { seed, probes })).toEqual([])
    },
    600_000,
  )
})
