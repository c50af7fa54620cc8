import { ConfigurationError } from './configuration-error.js'

/** Members of an object of a configuration file. */
export type Fields = Readonly<Record<string, unknown>>

/** An object. Throws `Error` that names it for anything else. */
export function objectField(path: string, value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw wrongType(path, 'object')
}

/** A list; an empty one where there is none. */
export function listField(path: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw wrongType(path, 'list')
  return value
}

/** A list of texts. */
export function textsOf(path: string, value: unknown): string[] {
  return listField(path, value).map((each, index) => stringField(`${path}[${index}]`, each))
}

/** A text; an empty one where there is none. */
export function stringField(path: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw wrongType(path, 'string')
  return value
}

/** Throws {@link ConfigurationError} for unknown members, with Go's message. */
export function refuseUnknown(path: string, more: Fields): void {
  const names = Object.keys(more).map((name) => (path === '' ? name : `${path}.${name}`))
  if (names.length === 0) return
  throw new ConfigurationError(`strict decoding error: ${names.map((name) => `unknown field "${name}"`).join(', ')}`)
}

/** What a member should have been. */
export function wrongType(path: string, wanted: string): Error {
  return new ConfigurationError(`${path || 'the file'} is no ${wanted}`)
}
