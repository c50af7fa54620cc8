/** A rule, a review or settings of authorization that cannot be used, in upstream's words. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError'
}
