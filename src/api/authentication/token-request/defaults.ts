import type { DefaultsRegistrar } from '../../defaults/defaults-registrar.js'
import { TokenRequest } from '../v1/types.gen.js'

const hour = 3600

/** Registers the defaults of TokenRequest. */
export function addTokenRequestDefaults(scheme: DefaultsRegistrar): void {
  scheme.addTypeDefaultingFunc(TokenRequest, (request) => {
    request.spec ??= { audiences: [] }
    request.spec.expirationSeconds ??= hour
  })
}
