import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { type ClaimSpec, defaultClaimSpec, defaultOldClaimSpec } from '../resource-claim/defaults.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

interface ClaimTemplate extends KubernetesObject {
  spec?: { spec?: ClaimSpec }
}

/** Registers the defaults of ResourceClaimTemplate. */
export function addResourceClaimTemplateDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.ResourceClaimTemplate, v1beta2.ResourceClaimTemplate]
  withFields<ClaimTemplate>(scheme, types, ({ spec }) => defaultClaimSpec(spec?.spec))
  withFields<ClaimTemplate>(scheme, [v1beta1.ResourceClaimTemplate], ({ spec }) => defaultOldClaimSpec(spec?.spec))
}
