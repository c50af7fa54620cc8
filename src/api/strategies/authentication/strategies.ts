import { newBadRequest } from '../../../errors/new-status-error.js'
import { timeFromDate } from '../../../scalar/time.js'
import { SelfSubjectReview, TokenReview, type UserInfo } from '../../authentication/v1/types.gen.js'
import type { KindStrategy, StrategyUser } from '../kind-strategy.js'

/** Common settings of kinds that are answered and never stored. */
const answered = {
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: () => [],
  validateUpdate: () => [],
}

/** Without a server, no token is known. */
const tokenReviewStrategy: KindStrategy<TokenReview> = {
  ...answered,
  type: TokenReview,
  answer(review) {
    if (!review.spec?.token) throw newBadRequest('token is required for TokenReview in authentication')
    review.status = { user: {}, error: 'invalid bearer token' }
  },
}

const selfSubjectReviewStrategy: KindStrategy<SelfSubjectReview> = {
  ...answered,
  type: SelfSubjectReview,
  answer(review, { user, now }) {
    if (user === undefined) throw newBadRequest('no user present on request')
    review.metadata = { creationTimestamp: timeFromDate(now()) }
    review.status = { userInfo: userInfoOf(user) }
  },
}

function userInfoOf({ name, uid, groups, extra }: StrategyUser): UserInfo {
  const entries = Object.entries(extra ?? {}).map(([key, values]): [string, string[]] => [key, [...values]])
  return {
    ...(name && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(entries.length > 0 && { extra: Object.fromEntries(entries) }),
  }
}

/** How the kinds of `authentication.k8s.io` are answered. */
export const strategies: readonly KindStrategy[] = [tokenReviewStrategy, selfSubjectReviewStrategy]
