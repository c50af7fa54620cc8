/**
 * The families of suffixes a quantity is written with.
 *
 * | format | example | suffixes |
 * | --- | --- | --- |
 * | `DecimalSI` | `12M`, `100m` | n u m k M G T P E |
 * | `BinarySI` | `12Mi` | Ki Mi Gi Ti Pi Ei |
 * | `DecimalExponent` | `12e6` | e followed by a power of ten |
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** Powers of ten by the name of their prefix, for `scaledValue` and `roundUp`. */
export const Scale = { Nano: -9, Micro: -6, Milli: -3, Kilo: 3, Mega: 6, Giga: 9, Tera: 12, Peta: 15, Exa: 18 } as const

/** The value of a suffix: `base` to the power of `exponent`. */
export interface Suffix {
  readonly base: 2 | 10
  readonly exponent: number
  readonly format: QuantityFormat
}

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const

const known: ReadonlyMap<string, Suffix> = /* @__PURE__ */ fixedSuffixes()

function fixedSuffixes(): Map<string, Suffix> {
  const found = new Map<string, Suffix>()
  for (const [i, text] of decimalSuffixes.entries())
    found.set(text, { base: 10, exponent: 3 * i + Scale.Nano, format: 'DecimalSI' })
  for (const [i, text] of binarySuffixes.entries())
    if (i > 0) found.set(text, { base: 2, exponent: 10 * i, format: 'BinarySI' })
  return found
}

/** The suffix of one of the fixed sets, `''` included; `undefined` for others and for exponents. */
export function fixedSuffix(text: string): Suffix | undefined {
  return known.get(text)
}

/** Parses a suffix; `undefined` for an unknown one. The exponent may be ±Infinity. */
export function interpretSuffix(text: string): Suffix | undefined {
  const suffix = known.get(text)
  if (suffix !== undefined) return suffix
  if (!/^[eE][+-]?[0-9]+$/.test(text)) return undefined
  return { base: 10, exponent: Number(text.slice(1)), format: 'DecimalExponent' }
}

/** The decimal suffix for 10^`exponent`; `undefined` if there is none. */
export function decimalSuffix(exponent: number): string | undefined {
  return decimalSuffixes[(exponent - Scale.Nano) / 3]
}

/** The binary suffix for 1024^`power`; `undefined` if there is none. */
export function binarySuffix(power: number): string | undefined {
  return binarySuffixes[power]
}

/** Largest power for which {@link binarySuffix} has a suffix. */
export const maxBinaryPower = 6
