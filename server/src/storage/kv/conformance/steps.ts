import assert from 'node:assert/strict'
import type { KV, KVEvent, KVWatch, KVWatchResponse, TxnResult } from '../kv.js'
import { KVError, type KVErrorCode } from '../kv-error.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The bytes of a text. */
export function bytes(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of a value. */
export function text(value: Uint8Array | undefined): string | undefined {
  return value === undefined ? undefined : decoder.decode(value)
}

/** Writes one key unconditionally, and returns the new revision. */
export async function put(kv: KV, key: string, value = 'value'): Promise<number> {
  const { revision } = await kv.txn({ compare: [], success: [{ type: 'put', key, value: bytes(value) }] })
  return revision
}

/** Deletes one key, and gives the revision after that. */
export async function remove(kv: KV, key: string): Promise<number> {
  return (await kv.txn({ compare: [], success: [{ type: 'delete', key }] })).revision
}

/** Writes a key if it was not written since a revision. */
export function putIf(
  kv: KV,
  key: string,
  { modRevision, value }: { modRevision: number; value: string },
): Promise<TxnResult> {
  return kv.txn({
    compare: [{ key, modRevision }],
    success: [{ type: 'put', key, value: bytes(value) }],
    failure: [{ type: 'get', key }],
  })
}

/** The value of a key now or as of a revision. */
export async function readText(kv: KV, key: string, revision = 0): Promise<string | undefined> {
  const { kvs } = await kv.range({ key, revision })
  return text(kvs[0]?.value)
}

/** Demands that a call rejects with an error of a code. */
export async function rejects(call: Promise<unknown>, code: KVErrorCode): Promise<KVError> {
  const error = await call.then(
    () => assert.fail(`expected ${code}, but nothing was thrown`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof KVError, `expected a KVError, not ${error}`)
  assert.equal(error.code, code, error.message)
  return error
}

/** An event in few words: `put /a=1` or `delete /a`. */
export function words(event: KVEvent, prefix: string): string {
  const key = event.kv.key.slice(prefix.length)
  return event.type === 'put' ? `put ${key}=${text(event.kv.value)}` : `delete ${key}`
}

/** Reads a watch in steps. */
export class WatchReader {
  readonly #watch: KVWatch
  readonly #responses: AsyncIterator<KVWatchResponse>
  readonly #events: KVEvent[] = []
  /** Everything up to here has been delivered. */
  revision = 0

  constructor(watch: KVWatch) {
    this.#watch = watch
    this.#responses = watch[Symbol.asyncIterator]()
  }

  /** The given number of next events. */
  async take(count: number): Promise<readonly KVEvent[]> {
    while (this.#events.length < count) await this.#read()
    return this.#events.splice(0, count)
  }

  /** Waits until the store has reported a revision; the events so far are kept. */
  async until(revision: number): Promise<void> {
    while (this.revision < revision) await this.#read()
  }

  /** Events that were read and not taken. */
  get pending(): readonly KVEvent[] {
    return this.#events
  }

  /** Fails unless the watch has ended. */
  async ended(): Promise<void> {
    const { done } = await this.#responses.next()
    assert.equal(done, true, 'the watch goes on after it was canceled')
  }

  async error(): Promise<unknown> {
    try {
      for (;;) await this.#read()
    } catch (error) {
      return error
    }
  }

  cancel(): void {
    this.#watch.cancel()
  }

  async #read(): Promise<void> {
    const { value, done } = await this.#responses.next()
    if (done) throw new assert.AssertionError({ message: 'the watch ended' })
    assert.ok(value.revision >= this.revision, `progress went back from ${this.revision} to ${value.revision}`)
    this.revision = value.revision
    this.#events.push(...value.events)
  }
}
