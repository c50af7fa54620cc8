import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface PriorityClass extends KubernetesObject {
  preemptionPolicy?: string | undefined
}

/** Registers the defaults of PriorityClass. */
export function addPriorityClassDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.PriorityClass, v1beta1.PriorityClass]
  withFields<PriorityClass>(scheme, types, (priorityClass) => {
    priorityClass.preemptionPolicy ??= 'PreemptLowerPriority'
  })
}
