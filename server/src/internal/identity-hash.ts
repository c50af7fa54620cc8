import { createHash } from 'node:crypto'

/** Replaces values in metrics and messages that must not be shown, such as names of keys: `sha256:` and hex; empty for the empty text. */
export function identityHash(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
