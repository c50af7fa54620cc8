import { Client, KubeConfig } from '@apimachinery/client'
import { Ajv } from 'ajv'
import { ControlServer } from '../../src/control/control-server.js'
import { basePath } from '../../src/control/openapi-document.js'

export const token = 'secret-of-the-test'

interface Media {
  readonly content?: { readonly 'application/json': { readonly schema: object } }
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, Media>>
  readonly requestBody?: Media
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** An answer, its body parsed. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly body: any
}

/** Method, path, body. */
type Call = [method: string, path: string, body?: unknown]

/** Calls the control API, and compares each answer with the OpenAPI document of the server. */
export class ControlClient {
  readonly server: ControlServer
  readonly #ajv: Ajv
  readonly #clients: Client[] = []
  readonly document: Document
  /** The operations that were called, as `GET /clusters`. */
  readonly called = new Set<string>()

  private constructor(server: ControlServer, document: Document) {
    this.server = server
    this.document = document
    this.#ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    this.#ajv.addSchema(document, 'document')
  }

  static async start(): Promise<ControlClient> {
    const server = await ControlServer.start({ port: 0, token })
    const response = await fetch(`${server.url}${basePath}/openapi.json`, { headers: headers() })
    return new ControlClient(server, (await response.json()) as Document)
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.server.url}${basePath}${path}`, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    this.#compare(method, path, answer)
    return answer
  }

  /** The body of an answer that must have a status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  async expect(status: number, ...[method, path, body]: Call): Promise<any> {
    const answer = await this.call(method, path, body)
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** A client of a cluster over its socket, by the kubeconfig in an answer. */
  async client({ kubeconfig }: { readonly kubeconfig: string }): Promise<Client> {
    const client = await Client.connect({ config: await KubeConfig.parse(kubeconfig).restConfig() })
    this.#clients.push(client)
    return client
  }

  /** Closes the clients and deletes the clusters. */
  async reset(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()))
    await this.expect(204, 'DELETE', '/clusters')
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  #compare(method: string, path: string, { status, body }: Answer): void {
    const found = this.#described(method, path.split('?')[0]!)
    if (found === undefined) return
    const described = found.responses[String(status)]
    if (described === undefined) throw new Error(`${method} ${path}: the document has no answer ${status}`)
    const schema = described.content?.['application/json'].schema
    if (schema === undefined) {
      if (body !== undefined) throw new Error(`${method} ${path}: the document has no body for ${status}`)
      return
    }
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object
    const validate = this.#ajv.compile(pointed)
    if (!validate(body)) throw new Error(`${method} ${path}: ${status}: ${this.#ajv.errorsText(validate.errors)}`)
  }

  #described(method: string, path: string): DescribedOperation | undefined {
    for (const [template, operations] of Object.entries(this.document.paths)) {
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      const operation = operations[method.toLowerCase()]
      if (operation === undefined || !pattern.test(`${basePath}${path}`)) continue
      this.called.add(`${method} ${template.slice(basePath.length)}`)
      return operation
    }
    return undefined
  }
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
