import { headerOf, type Transport } from '@apimachinery/client/transport'
import type { RequestUser } from '../request/context.js'
import { authProxyHeaders } from './auth-proxy-headers.js'

/** Milliseconds that an aggregated server may take for a document. */
const timeout = 5000

/** An aggregated server did not answer as it should. */
export class RemoteServerError extends Error {
  override readonly name = 'RemoteServerError'
}

/** The answer to a request of the aggregator itself. */
export interface RemoteAnswer {
  readonly status: number
  readonly contentType: string
  readonly etag: string | undefined
  readonly text: string
}

/** Requests a document of an aggregated server as a user of the aggregator. */
export async function remoteDocument(
  transport: Transport,
  path: string,
  { accept, user }: { readonly accept?: string | undefined; readonly user: RequestUser },
): Promise<RemoteAnswer> {
  const headers = authProxyHeaders({ accept }, user)
  const answer = await transport.send({ method: 'GET', path, headers, signal: AbortSignal.timeout(timeout) })
  const text = Buffer.from(await answer.body.bytes()).toString('utf8')
  const contentType = headerOf(answer.headers, 'content-type') ?? ''
  return { status: answer.status, contentType, etag: headerOf(answer.headers, 'etag'), text }
}
