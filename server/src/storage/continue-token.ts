import { messageOf } from 'apimachinery/errors'
import { StorageError } from './storage-error.js'

const version = 'meta.k8s.io/v1'

/** The position at which a list continues. */
export interface ContinueToken {
  /** First key wanted. */
  readonly from: string
  /** Revision of the list; -1: the newest, because the one of the first page is compacted. */
  readonly revision: number
}

/**
 * The token for a list below `prefix` that continues at a key.
 * Source: `EncodeContinue` of k8s.io/apiserver/pkg/storage; the tokens are the same.
 */
export function encodeContinue({ from, revision }: ContinueToken, prefix: string): string {
  if (!from.startsWith(prefix) || from === prefix)
    throw new StorageError('Internal', 'unable to encode next field: the key and key prefix do not match')
  const start = goJSONString(from.slice(prefix.length))
  return Buffer.from(`{"v":"${version}","rv":${revision},"start":${start}}`).toString('base64url')
}

/** Reads a token. Throws `InvalidContinueToken`, also for a key that leads out of the prefix. */
export function decodeContinue(token: string, prefix: string): ContinueToken {
  const { v, rv, start } = parse(token)
  if (v !== version) throw invalid(`continue key is not valid: server does not recognize this encoded version ${v}`)
  if (rv === 0)
    throw invalid('continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (start === '') throw invalid('continue key is not valid: encoded start key empty (version meta.k8s.io/v1)')
  const key = start.startsWith('/') ? start : `/${start}`
  if (cleanPath(key) !== key) throw invalid(`continue key is not valid: ${start}`)
  return { from: prefix + key.slice(1), revision: rv }
}

function parse(token: string): { v: string; rv: number; start: string } {
  const { v = '', rv = 0, start = '' } = fields(base64(token))
  if (typeof v !== 'string') throw mismatch(v, 'v', 'string')
  if (typeof start !== 'string') throw mismatch(start, 'start', 'string')
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv)) throw mismatch(rv, 'rv', 'int64')
  return { v, rv, start }
}

function base64(token: string): Buffer {
  const bad = /[^A-Za-z0-9_-]/.exec(token)
  const at = bad?.index ?? (token.length % 4 === 1 ? token.length - 1 : -1)
  if (at >= 0) throw invalid(`continue key is not valid: illegal base64 data at input byte ${at}`)
  return Buffer.from(token, 'base64url')
}

function fields(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch (error) {
    throw invalid(`continue key is not valid: ${syntaxMessage(bytes.toString('latin1'), error)}`)
  }
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    throw invalid(
      `continue key is not valid: json: cannot unmarshal ${kind} into Go value of type storage.continueToken`,
    )
  }
  return value as Record<string, unknown>
}

/** Go's words for the commonest texts that are no JSON. It names bytes, not characters: `text` has one character for each. */
function syntaxMessage(text: string, error: unknown): string {
  const trimmed = text.trimStart()
  if (trimmed === '') return 'unexpected end of JSON input'
  if (!/^[[{"\-0-9tfn]/.test(trimmed))
    return `invalid character ${quotedByte(trimmed.charCodeAt(0))} looking for beginning of value`
  return messageOf(error)
}

/** As Go's `strconv.Quote` shows the character of that number. */
function quotedByte(byte: number): string {
  const hex = byte.toString(16).padStart(2, '0')
  if (byte === 0x27) return "'\\''"
  if (byte < 0x20 || byte === 0x7f) return `'\\x${hex}'`
  return byte < 0x7f || (byte > 0xa0 && byte !== 0xad) ? `'${String.fromCharCode(byte)}'` : `'\\u00${hex}'`
}

function mismatch(value: unknown, field: string, type: string): StorageError {
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return invalid(
    `continue key is not valid: json: cannot unmarshal ${kind} into Go struct field continueToken.${field} of type ${type}`,
  )
}

function invalid(reason: string): StorageError {
  return new StorageError('InvalidContinueToken', `invalid continue token: ${reason}`)
}

/** Go's `path.Clean` of an absolute path. */
function cleanPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** Go writes these as escapes. */
function goJSONString(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
