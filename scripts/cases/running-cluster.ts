import { offlineAddresses } from '../../src/api/core/service/offline-allocator.js'
import { exactJSON, markBigNumbers } from './big-numbers.js'
import type { CaseLine, Outcome } from './case-line.js'
import { now } from './cluster.js'
import { normalise } from './normalise.js'

/** What a server answers to a request with a JSON body. */
export interface Exchange {
  readonly status: number
  readonly text: string
  /** The values of the headers `Warning`, in order. */
  readonly warnings: readonly string[]
}

/** Sends a request to a server as the administrator whose requests were recorded. */
export type Send = (method: string, path: string, body?: string) => Promise<Exchange>

/** What a server answered, in the words of the cases. */
export interface Answered {
  readonly status: number
  readonly answer: object
  readonly warnings: readonly string[]
}

/** What it answered in place of the object that an update is for. */
export interface NotCreated {
  readonly notCreated: object
}

/** What is asked of the metadata of a stored object. */
type Stored = Readonly<Record<'name' | 'uid' | 'resourceVersion', string>>

/** How often an update is tried again. */
const conflicts = 5

const namespaces = ['t', 'u', 'q', 'c', 'cq', 'c2']
/** Objects whose sub-resources are written to. */
const parents: Readonly<Record<string, { name: string; object: object }>> = {
  pods: {
    name: 'bindme',
    object: { metadata: { name: 'bindme' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
  serviceaccounts: { name: 'tok', object: { metadata: { name: 'tok' } } },
}

/** Replays creations and updates against a server that runs, with the rules that need its state. */
export class RunningCluster {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Makes what the recorded cluster had. */
  async prepare(): Promise<void> {
    for (const name of namespaces) await this.#send('POST', '/api/v1/namespaces', json({ metadata: { name } }))
    for (const [resource, { object }] of Object.entries(parents)) {
      await this.#send('POST', `/api/v1/namespaces/t/${resource}`, json(object))
    }
  }

  async replay(line: CaseLine): Promise<Outcome> {
    const expected = { answer: line.answer, warnings: line.warnings }
    const answered = await this.answer(line)
    if ('notCreated' in answered) return { expected, given: answered }
    const given = { answer: answered.answer, warnings: answered.warnings }
    return line.gvr.resource === 'selfsubjectrulesreviews'
      ? { expected: sortedRules(expected), given: sortedRules(given) }
      : { expected, given }
  }

  /** What the server answers to the request of a line, in the words of the cases; with an update, after it made the object. */
  async answer(line: CaseLine): Promise<Answered | NotCreated> {
    const { collection, subresource } = placeOf(line)
    if (line.old !== undefined) return this.#update(line, collection)
    const path = `${collection}${subresource}?dryRun=All`
    return givenBy(line.request, await this.#send('POST', path, exactJSON(line.request)))
  }

  async #update(line: CaseLine, collection: string): Promise<Answered | NotCreated> {
    const created = await this.#send('POST', collection, exactJSON(line.old ?? {}))
    // The version is not served: neither is the object to be found.
    if (created.status === 404) return givenBy(line.request, created)
    if (created.status !== 201) return { notCreated: bodyOf(created.text) }
    const { metadata } = JSON.parse(created.text) as { metadata: Stored }
    const path = `${collection}/${metadata.name}`
    const answer = await this.#put(line, path, metadata)
    await this.remove(path)
    return givenBy(line.request, answer)
  }

  /** Controllers of the server itself may write the status of a new object before its update comes. */
  async #put(line: CaseLine, path: string, { uid, resourceVersion }: Stored): Promise<Exchange> {
    const target = `${path}${line.sub === undefined ? '' : `/${line.sub}`}?dryRun=All`
    const text = exactJSON(line.request).replaceAll('<UID>', uid)
    let answer = await this.#send('PUT', target, text.replaceAll('<RV>', resourceVersion))
    for (let i = 0; i < conflicts && answer.status === 409 && line.status !== 409; i++) {
      const { metadata } = JSON.parse((await this.#send('GET', path)).text) as { metadata: Stored }
      answer = await this.#send('PUT', target, text.replaceAll('<RV>', metadata.resourceVersion))
    }
    return answer
  }

  /** Deletes an object; no controller finishes what waits for one. */
  async remove(path: string): Promise<void> {
    await this.#send('DELETE', path, json({ gracePeriodSeconds: 0, propagationPolicy: 'Background' }))
    const left = await this.#send('GET', path)
    if (left.status === 404) return
    const object = JSON.parse(left.text) as { kind?: string; metadata: { finalizers?: unknown }; spec?: object }
    delete object.metadata.finalizers
    const isNamespace = object.kind === 'Namespace'
    if (isNamespace) object.spec = { finalizers: [] }
    await this.#send('PUT', isNamespace ? `${path}/finalize` : path, json(object))
  }
}

/** Rules come in the order of Go's maps. */
function sortedRules(outcome: unknown): unknown {
  return JSON.parse(JSON.stringify(outcome), (name, value: unknown) =>
    /^(resource|nonResource)Rules$/.test(name) && Array.isArray(value)
      ? value.map((rule) => JSON.stringify(rule)).sort()
      : value,
  )
}

/** Where the objects of a line are, and the subresource that it writes to. */
export function placeOf({ gvr, ns, request }: Pick<CaseLine, 'gvr' | 'ns' | 'request'>): {
  collection: string
  subresource: string
} {
  const [resource = '', subresource] = gvr.resource.split('/')
  const root = gvr.group === '' ? `/api/${gvr.version}` : `/apis/${gvr.group}/${gvr.version}`
  const collection = `${root}${ns === null ? '' : `/namespaces/${ns}`}/${resource}`
  if (subresource === undefined) return { collection, subresource: '' }
  const { metadata } = request as { metadata?: { name?: string } | null }
  const name = metadata?.name ?? parents[resource]?.name ?? ''
  return { collection, subresource: `/${name}/${subresource}` }
}

const day = 24 * 60 * 60 * 1000
const time = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"/g
const timeInside = /\\"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\\"/g
const addressInRange = /"10\.96\.\d+\.\d+"/g
const token = /"[\w-]+\.[\w-]+\.[\w-]{40,}"/g

/** The answer in the words of the cases: what the server chose itself has names there. */
export function givenBy(request: object, { status, text, warnings }: Exchange): Answered {
  const asked = JSON.stringify(request)
  const chosen = (name: string) => (found: string) => (asked.includes(found.replaceAll('\\"', '"')) ? found : name)
  const chosenTime = (name: string) => (found: string) =>
    Math.abs(Date.parse(found.replaceAll(/[\\"]/g, '')) - Date.now()) > day ? found : chosen(name)(found)
  const at = now.toISOString().replace('.000Z', 'Z')
  const plain = markBigNumbers(text)
    .replace(time, chosenTime(`"${at}"`))
    .replace(timeInside, chosenTime(`\\"${at}\\"`))
    .replace(addressInRange, chosen(`"${offlineAddresses.IPv4}"`))
    .replace(token, chosen('"<TOKEN>"'))
  return { status, answer: normalise(bodyOf(plain), request), warnings }
}

/** A server answers what it does not know in plain text. */
function bodyOf(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return { text }
  }
}

function json(value: object): string {
  return JSON.stringify(value)
}

/** The warnings in a header that joins them. */
export function splitWarnings(header: string | null): readonly string[] {
  return header === null || header === '' ? [] : header.split(/, (?=\d{3} )/)
}
