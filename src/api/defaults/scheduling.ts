import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import * as v1 from '../scheduling/v1/types.gen.js'
import * as v1beta1 from '../scheduling/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields } from './defaults-registrar.js'

interface PriorityClass extends KubernetesObject {
  preemptionPolicy?: string | undefined
}

/** Registers the defaults of `scheduling.k8s.io`. */
export function addSchedulingDefaults(scheme: DefaultsRegistrar): void {
  for (const { PriorityClass: type, PriorityClassList: list } of [v1, v1beta1]) {
    withFields<PriorityClass>(scheme, {
      type,
      list,
      fill: (priorityClass) => {
        priorityClass.preemptionPolicy ??= 'PreemptLowerPriority'
      },
    })
  }
}
