import type { APIServer } from '../../../src/kubernetes/api-server.js'
import type { Operation } from './workload/operation.js'

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

/** An object or a list, as far as operations look at it. */
interface Answered {
  readonly metadata: { readonly uid?: string; readonly name?: string; readonly resourceVersion?: string }
  readonly items?: readonly Answered[]
  readonly status?: object
}

/** Sends the operations of a batch. @returns what is refused, each as a text */
export async function perform(server: APIServer, batch: readonly Operation[]): Promise<readonly string[]> {
  const refused: string[] = []
  for (const operation of batch) {
    const { status, body } = await send(server, operation)
    if (status >= 400) {
      const { message = '' } = body as { readonly message?: string }
      refused.push(`${operation.verb} ${operation.path}: ${status} ${message}`)
    }
  }
  return refused
}

async function send(server: APIServer, { verb, path: given, body: template }: Operation): Promise<Answer> {
  const path = await chosenObject(server, given)
  const body = await withUids(server, template)
  if (verb === 'create') return request(server, { method: 'POST', path, body })
  if (verb === 'merge') return request(server, { method: 'PATCH', path, body })
  if (verb === 'delete') return request(server, { method: 'DELETE', path, body })
  const { status, body: current } = await request(server, { method: 'GET', path })
  // The body of an object has this form.
  const object = current as Answered
  if (status >= 400) return { status, body: current }
  const { resourceVersion } = object.metadata
  if (verb === 'put') {
    const metadata = { ...('metadata' in body && (body.metadata as object)), resourceVersion }
    return request(server, { method: 'PUT', path, body: { ...body, metadata } })
  }
  return request(server, {
    method: 'PUT',
    path: `${path}/approval`,
    body: { ...object, status: { ...object.status, conditions: [body] } },
  })
}

/** `LIST#N` is the object N of a list in the order of names; an object that cannot exist where there is none. */
async function chosenObject(server: APIServer, path: string): Promise<string> {
  const [list = '', index] = path.split('#')
  if (index === undefined) return path
  const { body } = await request(server, { method: 'GET', path: list })
  const { items = [] } = body as Answered
  const names = items.map(({ metadata }) => metadata.name ?? '').sort()
  return `${list.split('?')[0]}/${names[Number(index)] ?? 'absent'}`
}

async function withUids(server: APIServer, body: object): Promise<object> {
  let text = JSON.stringify(body)
  for (const [mark, path = ''] of [...text.matchAll(/<uid ([^>]+)>/g)]) {
    const { body: found } = await request(server, { method: 'GET', path })
    text = text.replaceAll(mark, (found as Answered).metadata?.uid ?? 'absent')
  }
  return JSON.parse(text)
}
