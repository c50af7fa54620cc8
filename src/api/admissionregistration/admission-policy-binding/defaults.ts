import type { KindClass, KubernetesObject } from '../../../runtime/objects/typed-object.js'
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

/** Registers the defaults of the bindings of admission policies. */
export function addAdmissionPolicyBindingDefaults(scheme: DefaultsRegistrar): void {
  for (const version of [v1, v1beta1, v1alpha1]) {
    const kinds = [
      [version.ValidatingAdmissionPolicyBinding, version.ValidatingAdmissionPolicyBindingList],
      [version.MutatingAdmissionPolicyBinding, version.MutatingAdmissionPolicyBindingList],
    ] as const
    for (const [type, list] of kinds)
      addBindingDefaults(scheme, { type, list, deniesWithoutParams: version === v1alpha1 })
  }
}

interface BindingKinds {
  readonly type: KindClass
  readonly list: KindClass
  /** A binding whose parameters are not found denies by default. */
  readonly deniesWithoutParams: boolean
}

function addBindingDefaults(scheme: DefaultsRegistrar, { type, list, deniesWithoutParams }: BindingKinds): void {
  withFields<Binding>(scheme, {
    type,
    list,
    fill: ({ spec }) => {
      if (spec?.matchResources) defaultMatchResources(spec.matchResources)
      if (deniesWithoutParams && spec?.paramRef) spec.paramRef.parameterNotFoundAction ??= 'Deny'
    },
  })
}
