export { type AnonymousOptions, anonymousAuthenticator } from './anonymous.js'
export { withAuthenticatedGroup } from './authenticated-group.js'
export {
  type Authentication,
  type Authenticator,
  type TokenAuthenticator,
  type TokenContext,
  WellKnownUser,
} from './authenticator.js'
export { bearerTokenAuthenticator } from './bearer-token.js'
export type { CertificateAuthorities } from './certificate-authorities.js'
export { clientCertificateAuthenticator, parseCertificates } from './client-certificate.js'
export { type RequestHeaderOptions, requestHeaderAuthenticator } from './request-header.js'
export { cachedTokenAuthenticator, type TokenCacheOptions } from './token-cache.js'
export { tokenFileAuthenticator } from './token-file.js'
export { unionAuthenticator, unionTokenAuthenticator } from './union.js'
