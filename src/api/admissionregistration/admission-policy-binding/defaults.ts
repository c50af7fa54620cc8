import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { defaultMatchResources, type MatchResources } from '../admission-policy/defaults.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface Binding extends KubernetesObject {
  spec?:
    | {
        matchResources?: MatchResources | undefined
        paramRef?: { parameterNotFoundAction?: string | undefined } | undefined
      }
    | undefined
}

/** Registers the defaults of the bindings of admission policies; one whose parameters are not found denies, in v1alpha1. */
export function addAdmissionPolicyBindingDefaults(scheme: DefaultsRegistrar): void {
  for (const version of [v1, v1beta1, v1alpha1]) {
    const types = [version.ValidatingAdmissionPolicyBinding, version.MutatingAdmissionPolicyBinding]
    withFields<Binding>(scheme, types, ({ spec }) => {
      if (spec?.matchResources) defaultMatchResources(spec.matchResources)
      if (version === v1alpha1 && spec?.paramRef) spec.paramRef.parameterNotFoundAction ??= 'Deny'
    })
  }
}
