import type { Stage } from '../stages/stage.js'
import { evictedPodStages } from './evicted-pods.js'
import { failingContainerStages } from './failing-containers.js'
import { failingImageStages } from './failing-images.js'
import { kwokFailureStages } from './kwok-failures.js'
import { pressedNodeStages } from './pressed-nodes.js'

const all: readonly Stage[] = [
  ...failingImageStages,
  ...failingContainerStages,
  ...evictedPodStages,
  ...pressedNodeStages,
  ...kwokFailureStages,
]

/** Stages with those of failures that objects ask for beside them; a stage of the same name takes the place of one. */
export function withFailures(stages: readonly Stage[]): readonly Stage[] {
  const names = new Set(stages.map(({ name }) => name))
  return [...stages, ...all.filter(({ name }) => !names.has(name))]
}
