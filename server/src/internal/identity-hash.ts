import { createHash } from 'node:crypto'

/** Stands in metrics and messages for what must not be shown there, such as names of keys: `sha256:` and hex; empty for the empty text. */
export function identityHash(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
