import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsOptions, type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { clockOf, defaultTaint, type Taint } from '../device/defaults.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha3 from '../v1alpha3/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

interface TaintRule extends KubernetesObject {
  spec?: { taint?: Taint }
}

/** Registers the defaults of DeviceTaintRule. */
export function addDeviceTaintRuleDefaults(scheme: DefaultsRegistrar, options: DefaultsOptions): void {
  const now = clockOf(options)
  const types = [v1.DeviceTaintRule, v1beta2.DeviceTaintRule, v1alpha3.DeviceTaintRule]
  withFields<TaintRule>(scheme, types, (rule) => {
    rule.spec ??= {}
    rule.spec.taint ??= {}
    defaultTaint(rule.spec.taint, now)
  })
}
