import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of access reviews. */
export function addAccessReviewConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.SelfSubjectAccessReview, v1beta1.SelfSubjectAccessReview)
  addSameKinds(scheme, v1.SelfSubjectRulesReview, v1beta1.SelfSubjectRulesReview)
  scheme.addHub(v1.SubjectAccessReview)
  scheme.addConversion(v1beta1.SubjectAccessReview, v1.SubjectAccessReview, (from) =>
    recastWith(from, v1.SubjectAccessReview, { spec: newSpec(from.spec) }),
  )
  scheme.addConversion(v1.SubjectAccessReview, v1beta1.SubjectAccessReview, (from) =>
    recastWith(from, v1beta1.SubjectAccessReview, { spec: oldSpec(from.spec) }),
  )
  scheme.addHub(v1.LocalSubjectAccessReview)
  scheme.addConversion(v1beta1.LocalSubjectAccessReview, v1.LocalSubjectAccessReview, (from) =>
    recastWith(from, v1.LocalSubjectAccessReview, { spec: newSpec(from.spec) }),
  )
  scheme.addConversion(v1.LocalSubjectAccessReview, v1beta1.LocalSubjectAccessReview, (from) =>
    recastWith(from, v1beta1.LocalSubjectAccessReview, { spec: oldSpec(from.spec) }),
  )
}

/** The groups of the user are named `group` in v1beta1. */
function newSpec(spec: v1beta1.SubjectAccessReviewSpec | undefined): v1.SubjectAccessReviewSpec | undefined {
  if (!spec) return undefined
  const { group, ...rest } = spec
  return { ...rest, ...(group && { groups: group }) }
}

function oldSpec(spec: v1.SubjectAccessReviewSpec | undefined): v1beta1.SubjectAccessReviewSpec | undefined {
  if (!spec) return undefined
  const { groups, ...rest } = spec
  return { ...rest, ...(groups && { group: groups }) }
}
