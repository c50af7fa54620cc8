import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { request as overHTTP } from 'node:http'
import { request as overHTTPS } from 'node:https'
import { stringifyJSON } from 'apimachinery/json'
import { decodeCBOR, encodeCBOR } from 'apimachinery/runtime/serializer/cbor'
import type { ConversionHook } from './conversion-hook.js'
import type { Expected, Scenario, Step } from './scenario.js'
import { Normalizer, partOf, type ShownStep } from './shown-step.js'

/** Where requests go, and as whom. */
export interface Target {
  readonly url: string
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds after which a change of a definition is served. */
  readonly settle: number
  /** Milliseconds without an event after which a watch has no more of them. */
  readonly quiet: number
  /** Milliseconds to wait for what should come. */
  readonly patience: number
  /** Converts the objects of scenarios. */
  readonly hook: ConversionHook
}

/** Shown where a server answers nothing and closes the connection: Go's does so where it crashes. */
export const crashed: ShownStep = { status: 0, headers: {}, body: 'the connection was closed' }

interface Answer {
  readonly status: number
  readonly response: IncomingMessage
  readonly text: string
}

/** Sends the requests of a scenario one after the other; an answer for each. */
export async function runScenario(
  target: Target,
  scenario: Scenario,
  expected?: readonly ShownStep[],
): Promise<ShownStep[]> {
  const { name, steps } = scenario
  const run = new Run(target, name, expected)
  try {
    const shown: ShownStep[] = []
    for (const [index, step] of steps.entries()) {
      try {
        shown.push(await run.step(step, index))
      } catch (error) {
        throw new Error(`step ${index}: ${step.method} ${step.path} ${step.body?.slice(0, 300) ?? ''}`, {
          cause: error,
        })
      }
    }
    return shown
  } finally {
    run.close()
  }
}

/** Values that later requests take up. */
interface Seen {
  version: string
  uid: string
  continue: string
  readonly hook: string
  readonly ca: string
}

class Run {
  readonly #target: Target
  readonly #scenario: string
  readonly #expected: readonly ShownStep[] | undefined
  readonly #normalizer: Normalizer
  readonly #watches = new Map<string, Watch>()
  readonly #seen: Seen
  /** The definition was refused: nothing comes that is worth waiting for. */
  #refused = false

  constructor(target: Target, scenario: string, expected: readonly ShownStep[] | undefined) {
    this.#target = target
    this.#scenario = scenario
    this.#expected = expected
    const { address, caBundle } = target.hook
    const hook = `${address.host}:${address.port}`
    this.#normalizer = new Normalizer({ [hook]: 'HOOK', [caBundle]: 'AUTHORITIES' })
    this.#seen = { version: '', uid: '', continue: '', hook: `https://${hook}/${scenario}`, ca: caBundle }
  }

  async step(step: Step, index: number): Promise<ShownStep> {
    if (step.collect !== undefined) return this.#collect(step.collect, index)
    if (step.hook !== undefined) return this.#answerSo(step.hook)
    if (step.watch !== undefined) return this.#watch(step, step.watch)
    const answer = await this.#until(step, index)
    if (answer === undefined) return crashed
    if (step.defines) {
      if (step.method === 'POST') this.#refused = answer.status >= 400
      await pause(this.#target.settle)
    }
    this.#note(answer.text)
    return this.#show(step.of === undefined ? answer : { ...answer, text: partOf(answer.text, step.of) })
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.close()
  }

  async #until(step: Step, index: number): Promise<Answer | undefined> {
    for (const limit = Date.now() + this.#target.patience; ; ) {
      const answer = await this.#send(step)
      if (answer === undefined) return undefined
      const initializing = answer.status === 429 && answer.text.includes('re)initializing')
      if (!initializing && (this.#refused || matches(answer, step.until))) return answer
      if (Date.now() > limit) {
        console.warn(`step ${index}, ${step.path}: waited for ${JSON.stringify(step.until)} in vain`)
        return answer
      }
      await pause(25)
    }
  }

  #show({ status, response, text }: Answer): ShownStep {
    return this.#normalizer.show(status, (name) => response.headers[name]?.toString(), text)
  }

  /** `undefined` where the server crashes. */
  async #send(step: Step): Promise<Answer | undefined> {
    // The server may close a connection just when it is used again.
    const open = () => this.#open(step).catch(() => undefined)
    const response = (await open()) ?? (await open())
    if (response === undefined) return undefined
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece as Buffer)
    return { status: response.statusCode ?? 0, response, text: shownText(response, Buffer.concat(pieces)) }
  }

  #open(step: Step): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const body = this.#body(step)
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const { url, agent, headers } = this.#target
      const { hostname, port, protocol } = new URL(url)
      const send = protocol === 'https:' ? overHTTPS : overHTTP
      const path = this.#fill(step.path)
      const options = { hostname, port, agent, path, method: step.method }
      const all = { 'user-agent': 'oracle/1', ...headers, ...step.headers, ...length }
      const sent: ClientRequest = send({ ...options, headers: all }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async #watch(step: Step, name: string): Promise<ShownStep> {
    const response = await this.#open(step)
    const ends = response.statusCode !== 200 || step.path.includes('timeoutSeconds=')
    this.#watches.set(name, new Watch(response, ends))
    return this.#show({ status: response.statusCode ?? 0, response, text: '' })
  }

  async #collect(name: string, index: number): Promise<ShownStep> {
    const watch = this.#watches.get(name)
    if (watch === undefined) throw new Error(`no watch ${name}`)
    const known = this.#expected?.[index]?.body.split('\n').length
    const text = await watch.collect(this.#target, known === undefined ? undefined : known - 1)
    return this.#normalizer.show(0, () => undefined, text)
  }

  #body({ body, cbor }: Step): string | Uint8Array | undefined {
    if (body === undefined) return undefined
    const text = this.#fill(body)
    return cbor ? encodeCBOR(JSON.parse(text)) : text
  }

  #answerSo(name: string): ShownStep {
    this.#target.hook.answer(this.#scenario, name)
    return { status: 0, headers: {}, body: '' }
  }

  #fill(text: string): string {
    return text.replaceAll(/\{\{(version|uid|continue|hook|ca)\}\}/g, (_, name: keyof Seen) => this.#seen[name])
  }

  #note(body: string): void {
    const seen = this.#seen
    seen.continue = /"continue":"([^"]+)"/.exec(body)?.[1] ?? seen.continue
    seen.version = /"resourceVersion":"(\d+)"/.exec(body)?.[1] ?? seen.version
    seen.uid = /"uid":"([^"]+)"/.exec(body)?.[1] ?? seen.uid
  }
}

/** CBOR as the JSON of what it says. */
function shownText({ headers }: IncomingMessage, bytes: Buffer): string {
  if (!headers['content-type']?.startsWith('application/cbor')) return bytes.toString('utf8')
  return stringifyJSON(decodeCBOR(bytes))
}

function matches({ status, text }: Answer, expected: Expected | undefined): boolean {
  if (expected === undefined) return true
  const { contains, lacks } = expected
  if (expected.status !== undefined && expected.status !== status) return false
  if (contains !== undefined && !text.includes(contains)) return false
  return lacks === undefined || !text.includes(lacks)
}

/** The events of a watch, as they come. */
class Watch {
  readonly #response: IncomingMessage
  /** The server ends it. */
  readonly #ends: boolean
  #text = ''
  #ended = false
  #changed = Date.now()

  constructor(response: IncomingMessage, ends: boolean) {
    this.#response = response
    this.#ends = ends
    response.setEncoding('utf8')
    response.on('data', (piece: string) => {
      this.#text += piece
      this.#changed = Date.now()
    })
    response.on('error', () => undefined)
    response.on('close', () => {
      this.#ended = true
    })
  }

  /** What has come: until the end where there is one, until there are as many lines as wanted, and where nobody knows how many until nothing more comes. */
  async collect({ quiet, patience }: Target, lines: number | undefined): Promise<string> {
    const limit = Date.now() + patience
    const enough = (): boolean => {
      if (this.#ended || this.#ends) return this.#ended
      if (lines === undefined) return Date.now() - this.#changed > quiet
      return this.#text.split('\n').length > lines
    }
    while (!enough() && Date.now() < limit) await pause(5)
    this.close()
    return this.#text
  }

  close(): void {
    this.#response.destroy()
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
