import { randomBytes } from 'node:crypto'

/** A name that nothing has: 64 random bits. */
export function generatedName(kind: string): string {
  return `${kind}-${randomBytes(8).toString('hex')}`
}
