/** Collects the paths of fields that a schema does not know while a value is walked through. */
export class UnknownFields {
  readonly paths: string[] = []
  #path = ''

  /** Nothing has been descended into. */
  get atRoot(): boolean {
    return this.#path === ''
  }

  record(name: string): void {
    this.paths.push(this.#below(name))
  }

  atKey(name: string, visit: () => void): void {
    this.#at(this.#below(name), visit)
  }

  atIndex(index: number, visit: () => void): void {
    this.#at(`${this.#path}[${index}]`, visit)
  }

  #below(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  #at(path: string, visit: () => void): void {
    const before = this.#path
    this.#path = path
    visit()
    this.#path = before
  }
}
