import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'
import * as v1beta3 from '../v1beta3/types.gen.js'

const precedence = 1000

interface FlowSchema extends KubernetesObject {
  spec?: { matchingPrecedence?: number }
}

/** Registers the defaults of FlowSchema. */
export function addFlowSchemaDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.FlowSchema, v1beta3.FlowSchema, v1beta2.FlowSchema, v1beta1.FlowSchema]
  withFields<FlowSchema>(scheme, types, (schema) => {
    schema.spec ??= {}
    schema.spec.matchingPrecedence ||= precedence
  })
}
