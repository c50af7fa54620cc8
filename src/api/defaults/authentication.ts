import { TokenRequest } from '../authentication/v1/types.gen.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'

const hour = 3600

/** Registers the defaults of `authentication.k8s.io`. */
export function addAuthenticationDefaults(scheme: DefaultsRegistrar): void {
  scheme.addTypeDefaultingFunc(TokenRequest, (request) => {
    request.spec ??= { audiences: [] }
    request.spec.expirationSeconds ??= hour
  })
}
