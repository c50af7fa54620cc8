import type { TestServer } from '@apimachinery/server/testing'
import { vi } from 'vitest'

/** JSON of any shape, for looking into answers. */
// biome-ignore lint/suspicious/noExplicitAny: tests read deep into answers
export type Body = any

/** The answer to one request. */
export interface Answer {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

/** The parts of a definition in a test besides its names. */
export interface DefinitionOptions {
  readonly group?: string
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly names?: object
  readonly versions: readonly object[]
  readonly conversion?: object
  readonly metadata?: object
}

/** A definition whose kind is `kind`, and whose plural is that in small letters with an `s`. */
export function definition(kind: string, options: DefinitionOptions): Body {
  const { group = 'stable.example.com', scope = 'Namespaced', names, versions, conversion, metadata } = options
  const plural = `${kind.toLowerCase()}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, ...metadata },
    spec: { group, scope, names: { plural, kind, ...names }, versions, ...(conversion && { conversion }) },
  }
}

/** A served version with a schema: properties of the object besides its metadata. */
export function version(name: string, properties: object, more: object = {}): object {
  return {
    name,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
    ...more,
  }
}

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Raw requests to a test server. */
export class API {
  readonly server: TestServer

  constructor(server: TestServer) {
    this.server = server
  }

  // biome-ignore lint/complexity/useMaxParams: a request is what it is
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const response = await this.server.fetch(
      new Request(`https://localhost${path}`, {
        method,
        headers: { 'content-type': type, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const isJSON = (response.headers.get('content-type') ?? '').startsWith('application/json')
    return { status: response.status, body: isJSON ? JSON.parse(text) : text, headers: response.headers }
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.call('GET', path, undefined, headers)
  }

  /** Asks until the answer is as wanted; fails with the last answer after half a minute. */
  async until(path: string, wanted: (answer: Answer) => boolean): Promise<Answer> {
    const ask = async (): Promise<Answer> => {
      const answer = await this.get(path)
      if (!wanted(answer)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer
    }
    return await vi.waitFor(ask, { timeout: 30_000, interval: 10 })
  }

  /** Creates a definition, and waits until its versions are served. */
  async establish(created: Body): Promise<Body> {
    const answer = await this.call('POST', definitions, created)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    const { group, names, versions } = created.spec
    for (const { name, served } of versions) {
      if (served) await this.until(`/apis/${group}/${name}/${names.plural}`, ({ status }) => status === 200)
    }
    const path = `${definitions}/${created.metadata.name}`
    return (await this.until(path, ({ body }) => isTrue(body, 'Established'))).body
  }

  /** Watches a path; `next` gives the next event, or `undefined` at the end of the stream. */
  async watch(path: string): Promise<{ next(): Promise<Body>; cancel(): Promise<void> }> {
    const response = await this.server.fetch(new Request(`https://localhost${path}`))
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    return {
      async next() {
        for (;;) {
          const end = text.indexOf('\n')
          if (end >= 0) {
            const line = text.slice(0, end)
            text = text.slice(end + 1)
            return JSON.parse(line)
          }
          const { done, value } = await reader.read()
          if (done) return undefined
          text += Buffer.from(value).toString('utf8')
        }
      },
      cancel: () => reader.cancel(),
    }
  }
}

/** The condition of a definition. */
export function condition({ status }: Body, type: string): Body {
  return (status?.conditions ?? []).find((each: Body) => each.type === type)
}

/** Reports whether a condition of a definition is true. */
export function isTrue(body: Body, type: string): boolean {
  return condition(body, type)?.status === 'True'
}
