import { newBadRequest } from '../../../errors/new-status-error.js'
import { answered } from '../../strategies/answered.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from '../v1/types.gen.js'
import { accessOf, refuseInvalid } from './access-answer.js'
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from './validation.js'

/** How a SubjectAccessReview is answered. */
export const subjectAccessReviewStrategy: KindStrategy<SubjectAccessReview> = {
  ...answered,
  type: SubjectAccessReview,
  validate: validateSubjectAccessReview,
  answer(review) {
    refuseInvalid(validateSubjectAccessReview(review))
    review.status = accessOf(review.spec?.groups)
  },
}

/** How a LocalSubjectAccessReview is answered. */
export const localSubjectAccessReviewStrategy: KindStrategy<LocalSubjectAccessReview> = {
  ...answered,
  type: LocalSubjectAccessReview,
  validate: validateLocalSubjectAccessReview,
  answer(review) {
    refuseInvalid(validateLocalSubjectAccessReview(review))
    review.status = accessOf(review.spec?.groups)
  },
}

/** How a SelfSubjectAccessReview is answered. */
export const selfSubjectAccessReviewStrategy: KindStrategy<SelfSubjectAccessReview> = {
  ...answered,
  type: SelfSubjectAccessReview,
  validate: validateSelfSubjectAccessReview,
  answer(review, { user }) {
    refuseInvalid(validateSelfSubjectAccessReview(review))
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
