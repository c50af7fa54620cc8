import { newBadRequest } from '../../../errors/new-status-error.js'
import { accessOf, refuseInvalid } from '../../authorization/access-answer.js'
import {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from '../../authorization/access-review.js'
import {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from '../../authorization/v1/types.gen.js'
import type { KindStrategy } from '../kind-strategy.js'

/** Common settings of kinds that are answered and never stored. */
const answered = { allowCreateOnUpdate: false, allowUnconditionalUpdate: false, validateUpdate: () => [] }

const subjectAccessReviewStrategy: KindStrategy<SubjectAccessReview> = {
  ...answered,
  type: SubjectAccessReview,
  namespaced: false,
  validate: validateSubjectAccessReview,
  answer(review) {
    refuseInvalid(validateSubjectAccessReview(review))
    review.status = accessOf(review.spec?.groups)
  },
}

const localSubjectAccessReviewStrategy: KindStrategy<LocalSubjectAccessReview> = {
  ...answered,
  type: LocalSubjectAccessReview,
  namespaced: true,
  validate: validateLocalSubjectAccessReview,
  answer(review) {
    refuseInvalid(validateLocalSubjectAccessReview(review))
    review.status = accessOf(review.spec?.groups)
  },
}

const selfSubjectAccessReviewStrategy: KindStrategy<SelfSubjectAccessReview> = {
  ...answered,
  type: SelfSubjectAccessReview,
  namespaced: false,
  validate: validateSelfSubjectAccessReview,
  answer(review, { user }) {
    refuseInvalid(validateSelfSubjectAccessReview(review))
    review.status = accessOf(user?.groups)
  },
}

const selfSubjectRulesReviewStrategy: KindStrategy<SelfSubjectRulesReview> = {
  ...answered,
  type: SelfSubjectRulesReview,
  namespaced: false,
  validate: () => [],
  answer(review) {
    if (!review.spec?.namespace) throw newBadRequest('no namespace on request')
    delete review.metadata
    review.spec = {}
    review.status = { resourceRules: [], nonResourceRules: [], incomplete: false }
  },
}

/** How the kinds of `authorization.k8s.io` are answered. */
export const strategies: readonly KindStrategy[] = [
  subjectAccessReviewStrategy,
  localSubjectAccessReviewStrategy,
  selfSubjectAccessReviewStrategy,
  selfSubjectRulesReviewStrategy,
]
