import { newBadRequest } from '../../../errors/new-status-error.js'
import { answered } from '../../strategies/answered.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { TokenReview } from '../v1/types.gen.js'

/** How a TokenReview is answered: without a server, no token is known. */
export const tokenReviewStrategy: KindStrategy<TokenReview> = {
  ...answered,
  type: TokenReview,
  answer(review) {
    if (!review.spec?.token) throw newBadRequest('token is required for TokenReview in authentication')
    review.status = { user: {}, error: 'invalid bearer token' }
  },
}
