import { parseDuration } from 'apimachinery/scalar'
import type { FlagGroup, FlagValue } from './flag.js'

/** The flags of a command line, by the kinds that they have. */
export class FlagValues {
  readonly #values: ReadonlyMap<string, FlagValue>
  readonly #groups: readonly FlagGroup[]

  constructor(groups: readonly FlagGroup[], values: ReadonlyMap<string, FlagValue>) {
    this.#groups = groups
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name)
    return value === undefined || value === '' ? undefined : String(value)
  }

  list(name: string): readonly string[] {
    return (this.#values.get(name) as readonly string[] | undefined) ?? []
  }

  /** Values of a flag of kind `texts`. */
  texts(name: string): readonly string[] {
    return this.list(name)
  }

  number(name: string): number | undefined {
    const value = this.#values.get(name)
    return value === undefined ? undefined : Number(value)
  }

  boolean(name: string): boolean | undefined {
    return this.#values.get(name) as boolean | undefined
  }

  map(name: string): Readonly<Record<string, string>> {
    return (this.#values.get(name) as Readonly<Record<string, string>> | undefined) ?? {}
  }

  /** Milliseconds of a flag of kind `duration`. */
  milliseconds(name: string): number | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : Number(parseDuration(text)) / 1e6
  }

  /** Every flag with what it is set to, for `/flagz`. */
  all(): Record<string, string> {
    const flags = this.#groups.flatMap((group) => group.flags)
    return Object.fromEntries(
      flags.map(({ name, fallback = '' }) => [name, printed(this.#values.get(name)) ?? fallback]),
    )
  }
}

function printed(value: FlagValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (Array.isArray(value)) return `[${value.join(',')}]`
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}=${String(each)}`)
    .join(',')
}
