import { readFileSync } from 'node:fs'
import type { ServiceAccountOptions } from '../../kubernetes/service-account-tokens.js'
import type { ServiceAccountKey } from '../../serving/certificate-files.js'
import type { FlagValues } from '../flag-values.js'

/** Tokens of service accounts by flags; `ownKey` signs where no key is named. Throws where a file cannot be read. */
export function serviceAccountOptions(flags: FlagValues, ownKey: ServiceAccountKey): ServiceAccountOptions {
  const signing = flags.text('service-account-signing-key-file')
  const verification = flags.list('service-account-key-file')
  const maxTokenExpiration = flags.milliseconds('service-account-max-token-expiration')
  const extendTokenExpiration = flags.boolean('service-account-extend-token-expiration')
  const lookup = flags.boolean('service-account-lookup')
  const jwksURI = flags.text('service-account-jwks-uri')
  return {
    issuers: flags.list('service-account-issuer'),
    audiences: flags.list('api-audiences'),
    signingKey: signing === undefined ? ownKey : readFileSync(signing, 'utf8'),
    verificationKeys: verification.map((file) => readFileSync(file, 'utf8')),
    ...(maxTokenExpiration !== undefined && { maxTokenExpiration: maxTokenExpiration / 1000 }),
    ...(extendTokenExpiration !== undefined && { extendTokenExpiration }),
    ...(lookup !== undefined && { lookup }),
    ...(jwksURI !== undefined && { jwksURI }),
  }
}
