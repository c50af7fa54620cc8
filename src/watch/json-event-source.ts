import type { JSONValue } from '../json/json-value.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import { JSONScanner } from '../runtime/serializer/framing/json-scanner.js'
import type { ParsedObjects } from '../runtime/serializer/parsed-objects.js'
import { ContinuedChunks } from '../runtime/serializer/streaming/chunks.js'
import { LineReader } from '../runtime/serializer/streaming/line-reader.js'
import type { EventReader } from './event-reader.js'
import { type EventSource, FrameEventSource } from './event-source.js'
import { EventType } from './event-type.js'
import { readEventText } from './formats/json-watch.js'
import type { WatchEvent } from './watch-event.js'
import type { WatchFormat } from './watch-format.js'

/** Input of a {@link JSONEventSource}. */
export interface JSONEventSourceParts<T extends KubernetesObject> {
  readonly reader: EventReader<T>
  readonly format: WatchFormat
  readonly maxFrameBytes: number
  /** Decodes as the decoder of the reader does, if that does not need the text. */
  readonly parsed: ParsedObjects | undefined
  /** The class that objects must be instances of. */
  readonly into: KindClass | undefined
}

/** How an event begins when a Kubernetes API server wrote it. */
interface Start {
  readonly type: EventType
  readonly text: string
}

const closingBrace = 0x7d
/** Position of the first letter of the type, which differs in all types. */
const initialAt = '{"type":"'.length

const starts: readonly (Start | undefined)[] = /* @__PURE__ */ (() => {
  const table: (Start | undefined)[] = []
  for (const type of Object.values(EventType)) {
    table[type.charCodeAt(0)] = { type, text: `{"type":"${type}","object":` }
  }
  return table
})()

/**
 * Events in JSON. API servers write one per line, so a line that can be parsed is an event, and no scan for its end is
 * needed. At the first line that cannot be parsed, the rest of the stream is read by the general reader, which finds every
 * event and reports errors.
 */
export class JSONEventSource<T extends KubernetesObject> implements EventSource<T> {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #parts: JSONEventSourceParts<T>
  readonly #lines: LineReader
  #tailScanner = new JSONScanner()
  #exact: FrameEventSource<T> | undefined

  constructor(chunks: AsyncIterable<Uint8Array>, parts: JSONEventSourceParts<T>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#parts = parts
    this.#lines = new LineReader(parts.maxFrameBytes)
  }

  take(): WatchEvent<T> | undefined {
    if (this.#exact !== undefined) return this.#exact.take()
    for (let line = this.#lines.next(); line !== undefined; line = this.#lines.next()) {
      const event = this.#quick(line) ?? this.#whole(line)
      if (event !== undefined) return event
      if (!isBlank(line)) {
        this.#readExactly(line)
        return undefined
      }
    }
    if (this.#lines.broken) this.#readExactly()
    return this.#takeTail()
  }

  async fill(): Promise<boolean> {
    if (this.#exact !== undefined) return this.#exact.fill()
    const { value: chunk, done } = await this.#chunks.next()
    if (done === true) {
      this.#readExactly()
      return this.fill()
    }
    const before = this.#lines.tail.length
    this.#lines.push(chunk)
    if (this.#lines.tail.length < before + chunk.length) this.#tailScanner = new JSONScanner()
    return true
  }

  async close(): Promise<unknown> {
    return this.#chunks.return?.()
  }

  /** The event of a line as API servers write it; `undefined` for any other. */
  #quick(line: string): WatchEvent<T> | undefined {
    const start = starts[line.charCodeAt(initialAt)]
    if (start === undefined || line.charCodeAt(line.length - 1) !== closingBrace || !line.startsWith(start.text)) {
      return undefined
    }
    const object = line.slice(start.text.length, -1)
    const value = parse(object)
    if (typeof value !== 'object' || value === null) return undefined
    const known = this.#decodeParsed(value, start.type)
    if (known === undefined) return this.#parts.reader.read({ type: start.type, object })
    return { type: start.type, object: known } as WatchEvent<T>
  }

  /** The object, unless its text has to be looked at. */
  #decodeParsed(value: JSONValue, type: EventType): KubernetesObject | undefined {
    const { parsed, into } = this.#parts
    if (parsed === undefined) return undefined
    try {
      const object = parsed.read(value)?.object
      return into === undefined || type === EventType.Error || object instanceof into ? object : undefined
    } catch {
      // The event reader finds the same error, and reports it.
      return undefined
    }
  }

  /** The event of a line that is a JSON value. */
  #whole(line: string): WatchEvent<T> | undefined {
    if (isBlank(line) || parse(line) === undefined) return undefined
    return this.#parts.reader.read(readEventText(line))
  }

  /** Not every server ends events with a newline: a complete event must not wait for the next one. */
  #takeTail(): WatchEvent<T> | undefined {
    const { tail } = this.#lines
    if (tail.length === 0 || tail[tail.length - 1] !== closingBrace) return undefined
    const end = this.#tailScanner.findEnd(tail)
    if (end < 0) return undefined
    const frame = this.#tailScanner.contentOf(this.#lines.takeTail(end))
    return this.#parts.reader.read(this.#parts.format.readFrame(frame))
  }

  #readExactly(line?: string): void {
    const { format, reader, maxFrameBytes } = this.#parts
    const framer = format.framer({ maxFrameBytes })
    const rest = new ContinuedChunks(this.#lines.rest(line), this.#chunks)
    this.#exact = new FrameEventSource(framer.newFrameReader(rest), format, reader)
  }
}

function parse(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}
