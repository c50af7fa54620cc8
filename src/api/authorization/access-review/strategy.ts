import { newBadRequest, newInvalid } from '../../../errors/new-status-error.js'
import { errorsInRelease } from '../../../validation/error-list.js'
import type { FieldError } from '../../../validation/field-error.js'
import { answered } from '../../strategies/answered.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  type SubjectAccessReviewStatus,
} from '../v1/types.gen.js'
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from './validation.js'

const almighty = 'system:masters'

/** The access of a user in a cluster without rules: only users who are always allowed may do anything. */
function accessOf(groups: readonly string[] | null | undefined): SubjectAccessReviewStatus {
  return { allowed: (groups ?? []).includes(almighty) }
}

/** Refuses a question in which something is wrong. As upstream, the message names neither kind nor object. */
function refuseInvalid(found: readonly FieldError[], { release }: StrategyContext): void {
  const errors = errorsInRelease(found, release.minor)
  if (errors.length > 0) throw newInvalid({ group: 'authorization.k8s.io', kind: '' }, '', errors)
}

/** How a SubjectAccessReview is answered. */
export const subjectAccessReviewStrategy: KindStrategy<SubjectAccessReview> = {
  ...answered,
  type: SubjectAccessReview,
  validate: validateSubjectAccessReview,
  answer(review, context) {
    refuseInvalid(validateSubjectAccessReview(review), context)
    review.status = accessOf(review.spec?.groups)
  },
}

/** How a LocalSubjectAccessReview is answered. */
export const localSubjectAccessReviewStrategy: KindStrategy<LocalSubjectAccessReview> = {
  ...answered,
  type: LocalSubjectAccessReview,
  validate: validateLocalSubjectAccessReview,
  answer(review, context) {
    refuseInvalid(validateLocalSubjectAccessReview(review), context)
    review.status = accessOf(review.spec?.groups)
  },
}

/** How a SelfSubjectAccessReview is answered. */
export const selfSubjectAccessReviewStrategy: KindStrategy<SelfSubjectAccessReview> = {
  ...answered,
  type: SelfSubjectAccessReview,
  validate: validateSelfSubjectAccessReview,
  answer(review, context) {
    const { user } = context
    refuseInvalid(validateSelfSubjectAccessReview(review), context)
    review.status = accessOf(user?.groups)
  },
}

/** How a SelfSubjectRulesReview is answered. */
export const selfSubjectRulesReviewStrategy: KindStrategy<SelfSubjectRulesReview> = {
  ...answered,
  type: SelfSubjectRulesReview,
  answer(review) {
    if (!review.spec?.namespace) throw newBadRequest('no namespace on request')
    delete review.metadata
    review.spec = {}
    review.status = { resourceRules: [], nonResourceRules: [], incomplete: false }
  },
}
