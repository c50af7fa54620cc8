import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Which requests a policy or a binding is for. */
export interface MatchResources {
  matchPolicy?: string | undefined
  namespaceSelector?: LabelSelector | undefined
  objectSelector?: LabelSelector | undefined
  resourceRules?: { scope?: string | undefined }[] | undefined
  excludeResourceRules?: { scope?: string | undefined }[] | undefined
}

interface Policy extends KubernetesObject {
  spec?: { failurePolicy?: string | undefined; matchConstraints?: MatchResources | undefined } | undefined
}

/** Registers the defaults of admission policies. */
export function addAdmissionPolicyDefaults(scheme: DefaultsRegistrar): void {
  for (const version of [v1, v1beta1, v1alpha1]) {
    const types = [version.ValidatingAdmissionPolicy, version.MutatingAdmissionPolicy]
    withFields<Policy>(scheme, types, (policy) => {
      policy.spec ??= {}
      policy.spec.failurePolicy ??= 'Fail'
      if (policy.spec.matchConstraints) defaultMatchResources(policy.spec.matchConstraints)
    })
  }
}

/** Fills what a policy or a binding matches. */
export function defaultMatchResources(match: MatchResources): void {
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...itemsOf(match.resourceRules), ...itemsOf(match.excludeResourceRules)]) rule.scope ??= '*'
}
