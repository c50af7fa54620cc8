/** A value that can be held decoded: it has the length of its stored bytes, and can release its object. */
export interface Decodable {
  readonly dataLength: number
  forgetObject(): void
}

/** Stored bytes of all objects of a resource that are held decoded; what is made of them takes about four times as much. */
const most = 16 * 1024 * 1024

/** The most recently decoded objects of a resource. Others are decoded again on demand. */
export class DecodedObjects {
  readonly #held = new Set<Decodable>()
  readonly #most: number
  #bytes = 0

  constructor(mostBytes: number = most) {
    this.#most = mostBytes
  }

  add(object: Decodable): void {
    this.#held.add(object)
    this.#bytes += object.dataLength
    for (const oldest of this.#held) {
      if (this.#bytes <= this.#most || oldest === object) return
      oldest.forgetObject()
    }
  }

  delete(object: Decodable): void {
    if (this.#held.delete(object)) this.#bytes -= object.dataLength
  }
}
