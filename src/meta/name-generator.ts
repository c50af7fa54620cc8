/** Makes names for objects that have a `generateName` only. */
export interface NameGenerator {
  /** A name that begins with `base`. */
  generateName(base: string): string
}

/** How a name generator is random. */
export interface NameGeneratorOptions {
  /** Fills an array with random bytes. Default: the platform's cryptographic source. */
  readonly fillRandom?: (bytes: Uint8Array) => void
}

/** Letters and digits that cannot form words and are not easily confused. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'
const maxNameLength = 63
const randomLength = 5

/** The longest base of which nothing is cut off: 58 characters. */
export const maxGeneratedNameLength: number = maxNameLength - randomLength

/** The generator of the API server: the base, cut to 58 characters, and five random ones. */
export function newSimpleNameGenerator(options: NameGeneratorOptions = {}): NameGenerator {
  const fill = options.fillRandom ?? ((bytes) => globalThis.crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>))
  return { generateName: (base) => base.slice(0, maxGeneratedNameLength) + randomSuffix(randomLength, fill) }
}

/** Random characters that are safe in names. */
function randomSuffix(length: number, fill: (bytes: Uint8Array) => void): string {
  // Bytes past the last whole multiple would make the first characters likelier.
  const limit = 256 - (256 % alphabet.length)
  const bytes = new Uint8Array(length * 2)
  let suffix = ''
  while (suffix.length < length) {
    fill(bytes)
    for (const byte of bytes) {
      if (byte < limit && suffix.length < length) suffix += alphabet[byte % alphabet.length]
    }
  }
  return suffix
}
