import type { FieldPath } from '../../../validation/field-path.js'
import { warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
import type { JobSpec } from '../v1/types.gen.js'

const manyCompletions = 100_000
const manyPods = 10_000

/** Warnings about the specification of a job. */
export function warningsForJobSpec(spec: JobSpec | null | undefined, path: FieldPath): readonly string[] {
  const { completionMode, completions, parallelism, template } = spec ?? {}
  const warnings = warningsForPodTemplate(template, path.child('template'))
  if (completionMode !== 'Indexed' || (completions ?? 0) <= manyCompletions || (parallelism ?? 0) <= manyPods) {
    return warnings
  }
  const advice =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail'
  return [`${path}: ${advice}`, ...warnings]
}
