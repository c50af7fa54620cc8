import { newGenericServerResponse } from 'apimachinery/errors'
import type { Handler } from '../../request/http.js'
import type { VerificationKey } from './token-keys.js'

/** The metadata of tokens for relying parties. */
export interface OpenIDMetadataOptions {
  readonly issuer: string
  /** Where the keys are; absent for `/openid/v1/jwks` of `externalAddress`. */
  readonly jwksURI?: string | undefined
  /** `host:port` under which the server is reached from outside. */
  readonly externalAddress: string
  readonly keys: () => readonly VerificationKey[] | Promise<readonly VerificationKey[]>
}

/** Handlers of the two documents. */
export interface OpenIDMetadata {
  /** `/.well-known/openid-configuration` */
  readonly configuration: Handler
  /** `/openid/v1/jwks` */
  readonly keys: Handler
}

/**
 * The documents by which relying parties verify tokens of service accounts. `undefined` if the issuer is not an HTTPS URL
 * without query, as OpenID requires.
 *
 * Source: `NewOpenIDMetadata` of pkg/serviceaccount, and pkg/routes/openidmetadata.go of Kubernetes.
 */
export function openIDMetadata(options: OpenIDMetadataOptions): OpenIDMetadata | undefined {
  if (!isOpenIDIssuer(options.issuer)) return undefined
  const published = async () => (await options.keys()).filter(({ isUnpublished }) => isUnpublished !== true)
  const jwksURI = options.jwksURI ?? `https://${options.externalAddress}/openid/v1/jwks`
  return {
    configuration: document('application/json', async () => ({
      issuer: options.issuer,
      jwks_uri: jwksURI,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithmsOf(await published()),
    })),
    keys: document('application/jwk-set+json', async () => ({ keys: (await published()).map(publicJWK) })),
  }
}

function isOpenIDIssuer(issuer: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).protocol === 'https:' && !/[?#]/.test(issuer)
}

function algorithmsOf(keys: readonly VerificationKey[]): string[] {
  return [...new Set(keys.map(({ algorithm }) => algorithm))].sort()
}

function document(contentType: string, make: () => Promise<object>): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') throw newGenericServerResponse(405, { verb: '' })
    if (!accepts(request.headers.accept, contentType)) {
      const serverMessage = `406: Not Acceptable\n\nAvailable representations: ${contentType}`
      throw newGenericServerResponse(406, { verb: '', serverMessage })
    }
    const body = Buffer.from(JSON.stringify(await make()))
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'public, max-age=3600' })
    response.end(body)
  }
}

/** Whether a client accepts the media type; without a header it accepts all. */
function accepts(header: string | readonly string[] | undefined, contentType: string): boolean {
  const text = typeof header === 'string' ? header : (header ?? []).join(',')
  if (text === '') return true
  const wanted = text.split(',').map((each) => each.split(';')[0]!.trim())
  return wanted.includes(contentType) || wanted.includes('*/*')
}

/** In the order in which Go's library for JOSE writes the fields. */
function publicJWK({ key, keyID, algorithm }: VerificationKey): object {
  const { kty, crv, x, y, n, e } = key.export({ format: 'jwk' })
  const start = { use: 'sig', kty, kid: keyID }
  return kty === 'RSA' ? { ...start, alg: algorithm, n, e } : { ...start, crv, alg: algorithm, x, y }
}
