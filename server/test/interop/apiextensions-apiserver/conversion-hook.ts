import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { newCertificate, newCertificateAuthority } from '../../../src/certificates/new-certificate.js'
import { type HookAnswer, hookAnswers, type Review } from './hook-answers.js'

/** A webhook that converts the objects of scenarios; what it answers follows from the step that a scenario is at. */
export class ConversionHook {
  readonly address: { readonly host: string; readonly port: number }
  /** The bundle of authorities, as definitions have it. */
  readonly caBundle: string
  readonly #server: Server
  readonly #answers: Map<string, string>

  private constructor(server: Server, caBundle: string, answers: Map<string, string>) {
    this.#server = server
    this.caBundle = caBundle
    this.#answers = answers
    this.address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  }

  static async start(): Promise<ConversionHook> {
    const notBefore = new Date(Date.now() - 60_000)
    const authority = await newCertificateAuthority('hooks', notBefore)
    const hosts = ['127.0.0.1', 'converter.hooks.svc']
    const pair = await newCertificate(authority, { commonName: 'converter', hosts, usage: 'server', notBefore })
    const answers = new Map<string, string>()
    const server = createServer({ cert: pair.certificate, key: pair.key }, async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const text = Buffer.concat(pieces).toString('utf8')
      const path = new URL(request.url ?? '/', 'https://hooks').pathname
      const name = answers.get(path.split('/')[1] ?? '')
      const { status = 200, headers = {}, body } = answer(name, text, request.url)
      if (status === 0) return void request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new ConversionHook(server, Buffer.from(authority.certificate).toString('base64'), answers)
  }

  /** From now on conversions of a scenario are answered so: a name of {@link hookAnswers}. */
  answer(scenario: string, name: string): void {
    this.#answers.set(scenario, name)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function answer(name: string | undefined, text: string, url = ''): HookAnswer {
  // A client that follows a redirect sends no body.
  if (text === '') return { status: 404, body: 'elsewhere' }
  const make = hookAnswers[name ?? 'converted']
  if (make === undefined) throw new Error(`no answer ${name}`)
  return make(JSON.parse(text) as Review, url)
}
