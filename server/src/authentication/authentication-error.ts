/** A credential that is refused, or settings of authentication that cannot be used, in upstream's words. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError'
}
