import { createHash } from 'node:crypto'

/** Digest of source texts as generated files name it: `sha256:` and hexadecimal digits. */
export function sourceDigest(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return `sha256:${hash.digest('hex')}`
}
