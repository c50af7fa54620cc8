import { newBadRequest } from '../../../errors/new-status-error.js'
import { timeFromDate } from '../../../scalar/time.js'
import { answered } from '../../strategies/answered.js'
import type { KindStrategy, StrategyUser } from '../../strategies/kind-strategy.js'
import { SelfSubjectReview, type UserInfo } from '../v1/types.gen.js'

/** How a SelfSubjectReview is answered. */
export const selfSubjectReviewStrategy: KindStrategy<SelfSubjectReview> = {
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
