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
  for (const version of [v1, v1beta2, v1beta1]) {
    const fill = version === v1beta1 ? defaultOldClaimSpec : defaultClaimSpec
    withFields<ClaimTemplate>(scheme, {
      type: version.ResourceClaimTemplate,
      list: version.ResourceClaimTemplateList,
      fill: ({ spec }) => fill(spec?.spec),
    })
  }
}
