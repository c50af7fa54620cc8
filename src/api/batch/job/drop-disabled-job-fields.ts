import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { isSet } from '../../validation/go-values.js'
import type { JobSpec } from '../v1/types.gen.js'

/** Drops what belongs to features that are off, unless the old specification has it. */
export function dropDisabledJobFields(
  spec: JobSpec | null | undefined,
  old: JobSpec | null | undefined,
  context: StrategyContext,
): void {
  if (!spec || context.featureEnabled('WorkloadWithJob') || isSet(old?.scheduling)) return
  delete spec.scheduling
}
