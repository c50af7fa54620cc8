import { readFileSync } from 'node:fs'
import { systemClock } from 'apimachinery/wait'
import type { ServiceAccountKey } from '../../certificates/certificate-files.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { ServiceAccountOptions } from '../../kubernetes/service-account-tokens.js'

/** Tokens of service accounts by flags; `ownKey` signs where no key is named. Throws where a file cannot be read. */
export async function serviceAccountOptions(
  flags: FlagValues,
  ownKey: ServiceAccountKey,
): Promise<ServiceAccountOptions> {
  const signing = flags.text('service-account-signing-key-file')
  const verification = flags.list('service-account-key-file')
  const asked = flags.milliseconds('service-account-max-token-expiration')
  const maxTokenExpiration = asked === undefined || asked === 0 ? undefined : asked / 1000
  const external = await externalSignerOf(flags, maxTokenExpiration)
  const extendTokenExpiration = flags.boolean('service-account-extend-token-expiration')
  const lookup = flags.boolean('service-account-lookup')
  const jwksURI = flags.text('service-account-jwks-uri')
  return {
    issuers: flags.list('service-account-issuer'),
    audiences: flags.list('api-audiences'),
    signingKey: signing === undefined ? ownKey : readFileSync(signing, 'utf8'),
    verificationKeys: verification.map((file) => readFileSync(file, 'utf8')),
    maxTokenExpiration,
    ...external,
    extendTokenExpiration,
    lookup,
    jwksURI,
  }
}

/** The signer of `--service-account-signing-endpoint`, and how long its tokens may live. Throws where it cannot be reached. */
async function externalSignerOf(
  flags: FlagValues,
  maxTokenExpiration: number | undefined,
): Promise<Pick<ServiceAccountOptions, 'externalSigner' | 'maxTokenExpiration'>> {
  const endpoint = flags.text('service-account-signing-endpoint')
  if (endpoint === undefined) return {}
  // It is loaded only where it is used.
  const { ExternalSigner } = await import('../../authentication/service-account/external-signer.js')
  const externalSigner = new ExternalSigner({ endpoint, clock: systemClock })
  try {
    const most = await externalSigner.maxTokenLife()
    if (maxTokenExpiration !== undefined && maxTokenExpiration > most) {
      throw new UsageError(
        `service-account-max-token-expiration cannot be set longer than the token expiration supported by service-account-signing-endpoint: ${maxTokenExpiration} > ${most}`,
      )
    }
    await externalSigner.keys()
    return { externalSigner, maxTokenExpiration: maxTokenExpiration ?? most }
  } catch (error) {
    externalSigner.close()
    throw error
  }
}
