const mostCharacters = 4096
const mostCharactersOfOne = 256

/**
 * Collects the warnings of one request as a server answers them: each text once, all of them cut to 256 characters once
 * they have more than 4096 together.
 *
 * Source: `WithWarningRecorder` of k8s.io/apiserver/pkg/endpoints/filters.
 */
export class WarningRecorder {
  readonly #texts = new Set<string>()
  #written: string[] = []
  #length = 0
  #truncating = false

  /** Adds warnings; empty ones are ignored. */
  add(...texts: readonly string[]): void {
    for (const text of texts) this.#add(text)
  }

  /** The warnings, in the order in which they were added. */
  get warnings(): readonly string[] {
    return this.#written
  }

  #add(text: string): void {
    if (
      text === '' ||
      /\p{Cc}/u.test(text) ||
      this.#texts.has(text) ||
      (this.#truncating && this.#length >= mostCharacters)
    )
      return
    this.#texts.add(text)
    if (!this.#truncating && this.#length + [...text].length > mostCharacters) {
      this.#truncating = true
      this.#length = 0
      this.#written = []
      for (const known of this.#texts) this.#write(known)
    } else this.#write(text)
  }

  #write(text: string): void {
    const characters = [...text]
    const kept = this.#truncating ? characters.slice(0, mostCharactersOfOne) : characters
    this.#length += kept.length
    this.#written.push(kept.join(''))
  }
}
