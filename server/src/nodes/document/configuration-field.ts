import type { JSONObject, JSONValue } from 'apimachinery/json'
import { ConfigurationError } from '../../internal/configuration-error.js'

/** A field of a configuration that cannot be used. */
export class InvalidField extends ConfigurationError {
  /** In Go's notation: `spec.steps[0].patch.template`. */
  readonly path: string

  constructor(path: string, problem: string) {
    super(path === '' ? problem : `${path}: ${problem}`)
    this.path = path
  }
}

/** A value of a configuration with its path. The methods throw {@link InvalidField} for a value of another type. */
export class ConfigurationField {
  readonly path: string
  readonly #value: JSONValue | undefined

  constructor(path: string, value: JSONValue | undefined) {
    this.path = path
    this.#value = value
  }

  /** The field is missing, or null. */
  get isAbsent(): boolean {
    return this.#value === undefined || this.#value === null
  }

  /** The members of an object, of which it may have no others than these. */
  members<const Names extends readonly string[]>(names: Names): Record<Names[number], ConfigurationField> {
    const object = this.#object()
    const unknown = Object.keys(object).find((key) => !names.includes(key))
    if (unknown !== undefined) throw this.member(unknown).error('unknown field')
    const entries = names.map((name) => [name, this.member(name)])
    return Object.fromEntries(entries) as Record<Names[number], ConfigurationField>
  }

  member(name: string): ConfigurationField {
    const object = this.#object()
    const path = this.path === '' ? name : `${this.path}.${name}`
    return new ConfigurationField(path, Object.hasOwn(object, name) ? object[name] : undefined)
  }

  /** The items of a list; none if it is absent. */
  items(): readonly ConfigurationField[] {
    if (this.isAbsent) return []
    if (!Array.isArray(this.#value)) throw this.error('must be a list')
    return this.#value.map((item, index) => new ConfigurationField(`${this.path}[${index}]`, item))
  }

  /** The members of an object of any names; none if it is absent. */
  entries(): readonly (readonly [string, ConfigurationField])[] {
    return Object.keys(this.#object()).map((name) => [name, this.member(name)] as const)
  }

  /** Texts by name; none if it is absent. */
  texts(): Readonly<Record<string, string>> {
    const names = Object.keys(this.#object())
    return Object.fromEntries(names.map((name) => [name, this.member(name).text()]))
  }

  /** A text; the empty one if it is absent. */
  text(): string {
    return this.optionalText() ?? ''
  }

  optionalText(): string | undefined {
    if (this.isAbsent) return undefined
    if (typeof this.#value !== 'string') throw this.error('must be a text')
    return this.#value
  }

  /** A text that is not empty. */
  requiredText(): string {
    const text = this.text()
    if (text === '') throw this.error('is required')
    return text
  }

  boolean(): boolean {
    if (this.isAbsent) return false
    if (typeof this.#value !== 'boolean') throw this.error('must be true or false')
    return this.#value
  }

  /** A whole number that is not negative. */
  count(): number | undefined {
    const value = this.#value
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'number' || !Number.isInteger(value)) throw this.error('must be a whole number')
    if (value < 0) throw this.error('must not be negative')
    return value
  }

  number(): number | undefined {
    if (this.isAbsent) return undefined
    if (typeof this.#value !== 'number') throw this.error('must be a number')
    return this.#value
  }

  /** One of these texts. */
  choice<const Choices extends readonly string[]>(choices: Choices): Choices[number] | undefined {
    const text = this.optionalText()
    if (text === undefined || text === '') return undefined
    if (!choices.includes(text)) throw this.error(`must be one of ${choices.join(', ')}`)
    return text
  }

  /** Whatever is there. */
  json(): JSONValue | undefined {
    return this.#value
  }

  error(problem: string): InvalidField {
    return new InvalidField(this.path, problem)
  }

  /** The result of a function, whose errors are those of this field. */
  attempt<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof InvalidField || !(error instanceof Error)) throw error
      throw this.error(error.message)
    }
  }

  #object(): JSONObject {
    if (this.#value === undefined || this.#value === null) return {}
    if (typeof this.#value !== 'object' || Array.isArray(this.#value)) throw this.error('must be an object')
    return this.#value as JSONObject
  }
}
