import type { APIServer } from '../../../src/kubernetes/api-server.js'
import type { Operation } from './workload.js'

const verbs = { create: 'POST', merge: 'PATCH', delete: 'DELETE' } as const

/** A request to a server in this process, as the server itself; the answer is read as JSON. */
export async function request(server: APIServer, { method, path, body }: Sent): Promise<Answer> {
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = {
    authorization: `Bearer ${server.loopbackToken}`,
    'content-type': contentType,
    'user-agent': 'workload/1',
  }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await server.generic.fetch(new Request(`https://localhost${path}`, init))
  return { status: response.status, body: await response.json() }
}

/** What is sent. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** What a server answered. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends the operations of a batch, and throws for one that is refused. */
export async function perform(server: APIServer, batch: readonly Operation[]): Promise<void> {
  for (const { verb, path, body } of batch) {
    const { status, body: answer } = await request(server, { method: verbs[verb], path, body })
    if (status >= 400) throw new Error(`${verb} ${path}: ${status} ${JSON.stringify(answer)}`)
  }
}
