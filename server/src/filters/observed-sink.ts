import type { Duplex } from 'node:stream'
import type { HeaderFields, ResponseSink } from '../request/http.js'

/** A sink that reports when the head of the response is written. */
export class ObservedSink implements ResponseSink {
  readonly #sink: ResponseSink
  readonly #onHead: (status: number) => void

  constructor(sink: ResponseSink, onHead: (status: number) => void) {
    this.#sink = sink
    this.#onHead = onHead
  }

  get status(): number | undefined {
    return this.#sink.status
  }

  get bytesWritten(): number {
    return this.#sink.bytesWritten ?? 0
  }

  get closed(): boolean {
    return this.#sink.closed
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#sink.setHeader(name, value)
  }

  appendHeader(name: string, value: string): void {
    this.#sink.appendHeader(name, value)
  }

  writeHead(status: number, headers?: HeaderFields): void {
    this.#onHead(status)
    this.#sink.writeHead(status, headers)
  }

  write(chunk: Uint8Array): boolean {
    return this.#sink.write(chunk)
  }

  drained(): Promise<void> {
    return this.#sink.drained()
  }

  end(chunk?: Uint8Array): void {
    this.#sink.end(chunk)
  }

  destroy(): void {
    this.#sink.destroy()
  }

  hijack(): Duplex | undefined {
    const stream = this.#sink.hijack?.()
    if (stream !== undefined) this.#onHead(101)
    return stream
  }
}
