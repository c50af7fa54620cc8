/** What can be held decoded: it knows the length of its stored bytes, and how to let go of the object that was made of them. */
export interface Decodable {
  readonly dataLength: number
  forgetObject(): void
}

/** Stored bytes of all objects of a resource that are held decoded; what is made of them takes about four times as much. */
const most = 16 * 1024 * 1024

/** The objects of a resource that were decoded last. Those before them are decoded again when somebody asks. */
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
