import { mutateBytes, mutateText } from '../interop/mutate.mjs'
import { mutateValue } from './mutate-value.mjs'

const tokens = [
  '\n',
  '\t',
  '\r',
  "'",
  '`',
  '|',
  '&',
  '*',
  '?',
  '#',
  '%',
  '@',
  '<',
  '>',
  '$',
  '^',
  '\\',
  '_',
  '999999999',
  '1e999',
  '\u2028',
  '\ufeff',
  '😀',
  '.',
]

/** Text with small changes, or made of parts of several. */
function mutatedText(seeds, random) {
  const text = random.pick(seeds)
  switch (random.below(5)) {
    case 0: {
      const other = random.pick(seeds)
      return (text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1))).toWellFormed()
    }
    case 1: {
      const at = random.below(text.length + 1)
      return (
        text.slice(0, at) +
        random.pick(tokens).repeat(1 + random.below(3)) +
        text.slice(at + random.below(2))
      ).toWellFormed()
    }
    case 2: {
      const at = random.below(text.length + 1)
      const part = text.slice(at, at + 1 + random.below(10))
      return (text.slice(0, at) + part.repeat(1 + random.below(20)) + text.slice(at)).toWellFormed()
    }
    default:
      return mutateText(text, random)
  }
}

/** A mutated seed. Of inputs with several values, each may be changed. */
export function mutated(kind, seeds, random) {
  const seed = random.pick(seeds)
  switch (kind) {
    case 'bytes':
      return mutateBytes(seed, random)
    case 'text':
      return mutatedText(seeds, random)
    case 'values':
      return seed.map((value) => (random.chance(0.7) ? mutateValue(value, random) : structuredClone(value)))
    default:
      return mutateValue(seed, random)
  }
}
