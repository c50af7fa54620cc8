import { guardDepth } from '../../../descriptor/guard-depth.js'
import { schedulingDeclared } from '../../declared/scheduling.gen.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { structsOf } from '../../validation/go-values.js'
import { dropDisabledFields, podGroupFields } from '../drop-disabled-fields.js'
import { type CompositePodGroupTemplate, type PodGroupTemplate, Workload } from '../v1beta1/types.gen.js'
import { validateWorkload } from './validation.js'

/** What holds templates: the specification, or a template of groups of groups. */
interface Templates {
  readonly podGroupTemplates?: PodGroupTemplate[] | null | undefined
  readonly compositePodGroupTemplates?: CompositePodGroupTemplate[] | null | undefined
}

/** Takes the fields of features that are off from templates; what the old template in the same place used, stays. */
function dropFields(
  now: Templates | null | undefined,
  old: Templates | null | undefined,
  context: StrategyContext,
): void {
  const [before, compositesBefore] = [structsOf(old?.podGroupTemplates), structsOf(old?.compositePodGroupTemplates)]
  for (const [i, template] of structsOf(now?.podGroupTemplates).entries()) {
    dropDisabledFields(podGroupFields, [template, before[i]], context)
  }
  for (const [i, template] of structsOf(now?.compositePodGroupTemplates).entries()) {
    dropDisabledFields(['preemptionPolicy'], [template, compositesBefore[i]], context)
    dropFields(template, compositesBefore[i], context)
  }
}

/** How a Workload behaves in a registry. */
export const workloadStrategy: KindStrategy<Workload> = {
  type: Workload,
  declared: { rules: schedulingDeclared },
  prepareForCreate: (workload, context) => guardDepth(() => dropFields(workload.spec, undefined, context)),
  prepareForUpdate: (workload, old, context) => guardDepth(() => dropFields(workload.spec, old.spec, context)),
  validate: (workload) => validateWorkload(workload),
  validateUpdate: validateWorkload,
}
