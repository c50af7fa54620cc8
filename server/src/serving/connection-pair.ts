import { Duplex } from 'node:stream'

/** The two ends of a connection in this process: what is written to one is read from the other, which also learns that it is closed. */
export function connectionPair(): [Duplex, Duplex] {
  const [near, far] = [new ConnectionEnd(), new ConnectionEnd()]
  near.join(far)
  far.join(near)
  return [near, far]
}

class ConnectionEnd extends Duplex {
  #other: ConnectionEnd | undefined
  /** The other end may write again. */
  #taken: ((error?: Error | null) => void) | undefined

  join(other: ConnectionEnd): void {
    this.#other = other
  }

  override _read(): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.()
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const other = this.#other
    if (other === undefined || other.destroyed || other.readableEnded) done(brokenPipe())
    else other.#take(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    const other = this.#other
    if (other === undefined || other.destroyed || other.readableEnded) {
      done()
      return
    }
    // What was written has arrived when it was read.
    other.once('end', () => done())
    other.once('close', () => done())
    other.push(null)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.(brokenPipe())
    const other = this.#other
    this.#other = undefined
    if (other !== undefined) other.#closed()
    done(error)
  }

  #take(chunk: Uint8Array, done: (error?: Error | null) => void): void {
    this.#taken = done
    this.push(chunk)
  }

  /** The other end is closed: what it has written is read, and nothing can be written any more. */
  #closed(): void {
    if (this.destroyed) return
    if (this.readableEnded) {
      this.destroy()
      return
    }
    this.once('end', () => this.destroy())
    this.push(null)
  }
}

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
}
