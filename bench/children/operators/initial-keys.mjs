/** Prints `synced` when each of the initial objects has been reconciled. */
export class InitialKeys {
  #missing = Number(process.env.OBJECTS)
  #seen = new Set()

  saw(name) {
    if (this.#missing === 0 || this.#seen.has(name)) return
    this.#seen.add(name)
    if (this.#seen.size < this.#missing) return
    this.#missing = 0
    this.#seen.clear()
    console.log('synced')
  }
}
