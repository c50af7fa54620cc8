import { MachineryError } from 'apimachinery/errors'

/** Where in which configuration something is wrong. */
export interface ConfigErrorPlace {
  readonly file?: string | undefined
  readonly context?: string | undefined
  /** Path of the field: `users[admin].exec.command`. */
  readonly field?: string | undefined
  readonly cause?: unknown
}

/** A configuration that cannot be used. Code `InvalidConfig`; the message names file, context and field. */
export class ConfigError extends MachineryError {
  override readonly name = 'ConfigError'
  readonly file: string | undefined
  readonly context: string | undefined

  constructor(message: string, { file, context, field, cause }: ConfigErrorPlace = {}) {
    const places = [file, context === undefined ? undefined : `context ${JSON.stringify(context)}`, field]
    const known = places.filter((place) => place !== undefined && !message.includes(place))
    const because = cause instanceof Error ? `: ${cause.message}` : ''
    super('InvalidConfig', [...known, message].join(': ') + because, { path: field, cause })
    this.file = file
    this.context = context
  }
}
