import type { KubernetesObject } from 'apimachinery/runtime'
import type { CommandIO } from '../command-io.js'
import type { Session } from '../global-options.js'
import { UsageError } from '../usage-error.js'

/** How options of a creator are given. */
export type CreatorOptions = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean; readonly short?: string }>
>

/** Input of a creator. */
export interface CreateRequest {
  readonly name: string
  /** The namespace, where it was named by an option. */
  readonly namespace: string | undefined
  readonly values: CreateValues
  /** The arguments after `--`. */
  readonly command: readonly string[]
  readonly io: CommandIO
  /** Connects to the server, for what cannot be known without it. */
  session(): Promise<Session>
}

/** A sub-command of `create`: its options, and the object that it makes. */
export interface Creator {
  /** `configmap NAME [--from-file=[KEY=]SOURCE]…` */
  readonly usage: string
  readonly options: CreatorOptions
  /** Options without which nothing can be made. */
  readonly required?: readonly string[] | undefined
  /** Makes the object. @throws UsageError in kubectl's wording */
  make(request: CreateRequest): Promise<KubernetesObject>
}

/** The values of options, as kubectl reads them. */
export class CreateValues {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined
  }

  /** The value of an option; empty where it was not given. */
  text(name: string): string {
    const value = this.#values[name]
    return typeof value === 'string' ? value : ''
  }

  flag(name: string): boolean {
    const value = this.#values[name]
    return value === true || value === 'true'
  }

  /** The values of an option that may be repeated, each as it is. */
  each(name: string): readonly string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value : []
  }

  /** The values of an option that may be repeated, and may hold several between commas. */
  list(name: string): readonly string[] {
    return this.each(name).flatMap((each) => each.split(','))
  }

  /** An integer. @throws UsageError */
  integer(name: string): number | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    if (/^[+-]?\d+$/.test(text)) return Number(text)
    const why = `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`
    throw new UsageError(`invalid argument ${JSON.stringify(text)} for "--${name}" flag: ${why}`)
  }
}

/** `metadata` with the name, and the namespace where it was named. */
export function metadataFor(
  { name, namespace }: Pick<CreateRequest, 'name' | 'namespace'>,
  labels?: Record<string, string>,
): { name: string; namespace?: string; labels?: Record<string, string> } {
  return { name, ...(namespace !== undefined && { namespace }), ...(labels !== undefined && { labels }) }
}

/** Splits at the first `=`. */
export function keyAndValue(text: string): readonly [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
