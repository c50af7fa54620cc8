import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject } from '../../json/json-value.js'

/** Reads properties of an unchecked document: absent and `null` read as empty, other types are errors. */
export class DocumentReader {
  readonly path: string
  readonly #document: Readonly<Record<string, unknown>>
  readonly #code: string

  /** `code` is that of the errors. @throws MachineryError if the document is not an object. */
  constructor(document: object, path: string, code = 'InvalidDiscovery') {
    if (!isJSONObject(document)) throw new MachineryError(code, 'must be an object', { path })
    this.#document = document
    this.path = path
    this.#code = code
  }

  /** The property, unchanged; `undefined` if absent or `null`. */
  value(name: string): unknown {
    return this.#typed(name, 'anything', () => true)
  }

  text(name: string): string {
    return this.#typed<string>(name, 'a string', (value) => typeof value === 'string') ?? ''
  }

  flag(name: string): boolean {
    return this.#typed<boolean>(name, 'a boolean', (value) => typeof value === 'boolean') ?? false
  }

  number(name: string): number {
    return this.#typed<number>(name, 'a number', (value) => typeof value === 'number') ?? 0
  }

  texts(name: string): string[] {
    const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
    return [...(this.#typed<string[]>(name, 'a list of strings', isTexts) ?? [])]
  }

  object(name: string): DocumentReader | undefined {
    const value = this.#typed<object>(name, 'an object', isJSONObject)
    return value === undefined ? undefined : new DocumentReader(value, this.#pathOf(name), this.#code)
  }

  objects(name: string): DocumentReader[] {
    const isObjects = (value: unknown) => Array.isArray(value) && value.every(isJSONObject)
    const values = this.#typed<object[]>(name, 'a list of objects', isObjects) ?? []
    return values.map((value, index) => new DocumentReader(value, `${this.#pathOf(name)}[${index}]`, this.#code))
  }

  #typed<T>(name: string, wanted: string, isWanted: (value: unknown) => boolean): T | undefined {
    const value = Object.hasOwn(this.#document, name) ? this.#document[name] : undefined
    if (value === undefined || value === null) return undefined
    if (isWanted(value)) return value as T
    throw new MachineryError(this.#code, `must be ${wanted}`, { path: this.#pathOf(name) })
  }

  #pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}
