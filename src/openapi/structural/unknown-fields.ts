import type { UnknownField } from '../../runtime/objects/typed-object.js'

/** Collects the fields that a schema does not declare during a walk over a value. */
export class UnknownFields {
  readonly found: UnknownField[] = []
  readonly #steps: (string | number)[] = []
  #path = ''

  /** Nothing has been descended into. */
  get atRoot(): boolean {
    return this.#path === ''
  }

  record(name: string): void {
    this.found.push({ path: this.#below(name), steps: [...this.#steps, name] })
  }

  atKey(name: string, visit: () => void): void {
    this.#at(name, this.#below(name), visit)
  }

  atIndex(index: number, visit: () => void): void {
    this.#at(index, `${this.#path}[${index}]`, visit)
  }

  #below(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  #at(step: string | number, path: string, visit: () => void): void {
    const before = this.#path
    this.#path = path
    this.#steps.push(step)
    visit()
    this.#steps.pop()
    this.#path = before
  }
}
