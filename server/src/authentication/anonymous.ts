import type { ServerRequest } from '../request/http.js'
import { type Authentication, type Authenticator, WellKnownUser } from './authenticator.js'

/** Where anonymous requests are let in. */
export interface AnonymousOptions {
  /** Paths that anonymous users may request; all if absent. */
  readonly paths?: readonly string[] | undefined
}

/** Takes every request as one of `system:anonymous`. Source: k8s.io/apiserver/pkg/authentication/request/anonymous. */
export function anonymousAuthenticator(options: AnonymousOptions = {}): Authenticator {
  const paths = options.paths === undefined ? undefined : new Set(options.paths)
  const anonymous: Authentication = {
    user: { name: WellKnownUser.anonymous, uid: '', groups: [WellKnownUser.allUnauthenticated], extra: {} },
  }
  return {
    authenticate: async (request: ServerRequest) =>
      paths === undefined || paths.has(request.path) ? anonymous : undefined,
  }
}

/** A bad credential is refused; only no credential at all is anonymous. */
export function orAnonymous(known: Authenticator, options: AnonymousOptions = {}): Authenticator {
  const anonymous = anonymousAuthenticator(options)
  return {
    async authenticate(request) {
      return (await known.authenticate(request)) ?? anonymous.authenticate(request)
    },
  }
}
