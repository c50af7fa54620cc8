import type { Turn } from './operation.js'

/** The nodes of the workload; each is a pool of its own. */
export const pools = ['a', 'b', 'c', 'd'] as const

/** What pods do; see nodes.yaml. */
export type PodMode = 'run' | 'unready' | 'image' | `exit-${number}`

/** The template of pods of an application, some of which must be on one node. */
export function podTemplate(app: string, turn: Turn, mode: PodMode = 'run'): PodTemplate {
  const { random } = turn
  const pool = random.chance(0.3) ? random.pick(pools) : undefined
  return {
    metadata: {
      labels: { app, tier: random.pick(['a', 'b']) },
      ...(mode !== 'run' && { annotations: { 'workload/mode': mode } }),
    },
    spec: {
      containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '10m' } } }],
      terminationGracePeriodSeconds: 0,
      ...(pool !== undefined && { nodeSelector: { pool } }),
    },
  }
}

/** A template, as far as the workload looks at it. */
export interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>>; readonly annotations?: object }
  readonly spec: object
}

/** A change of a template: another round, whose pods run or not. There are few, so that earlier ones come back. */
export function nextRound({ random }: Turn): object {
  const mode = random.weighted([
    [5, null],
    [1, 'unready'],
    [1, 'image'],
  ])
  return { spec: { template: { metadata: { annotations: { round: `${random.below(3)}`, 'workload/mode': mode } } } } }
}
