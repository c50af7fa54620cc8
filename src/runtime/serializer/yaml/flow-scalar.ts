import { yamlError } from './yaml-error.js'

const breaks = /[\n\u2028\u2029]/
const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
}
const hexLength: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** How the text of a scalar that is not a block scalar is spelled. */
export type FlowScalarForm = 'plain' | 'single' | 'double'

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\u2028' || character === '\u2029'
}

/** Called with the problem of an escape and its position in the source. */
export type RefuseEscape = (problem: string, at: number) => never

function refuseEscape(problem: string): never {
  throw yamlError(problem)
}

interface Escapes {
  readonly source: string
  readonly refuse: RefuseEscape
}

function readHex({ source, refuse }: Escapes, at: number, length: number): string {
  const digits = source.slice(at, at + length)
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) refuse('did not find expected hexdecimal number', at)
  const code = Number.parseInt(digits, 16)
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) refuse('found invalid Unicode character escape code', at)
  return String.fromCodePoint(code)
}

class FlowScalarReader {
  readonly #source: string
  readonly #form: FlowScalarForm
  readonly #refuse: RefuseEscape
  #at = 0
  #value = ''

  constructor(source: string, form: FlowScalarForm, refuse: RefuseEscape) {
    this.#source = source
    this.#form = form
    this.#refuse = refuse
  }

  read(): string {
    while (this.#at < this.#source.length) {
      const joined = this.#readWord()
      if (this.#at < this.#source.length) this.#readGap(joined)
    }
    return this.#value
  }

  /** Reads up to white space. Returns true when the word ends in an escaped line break. */
  #readWord(): boolean {
    const source = this.#source
    let start = this.#at
    while (this.#at < source.length) {
      const character = source[this.#at]!
      if (isBlank(character) || isBreak(character)) break
      const quoted = this.#form === 'single' && character === "'"
      if (!quoted && !(this.#form === 'double' && character === '\\')) {
        this.#at++
        continue
      }
      this.#value += source.slice(start, this.#at)
      if (quoted) {
        this.#value += "'"
        this.#at += 2
      } else if (this.#readEscape()) return true
      start = this.#at
    }
    this.#value += source.slice(start, this.#at)
    return false
  }

  #readEscape(): boolean {
    const letter = this.#source[this.#at + 1] ?? ''
    this.#at += 2
    if (isBreak(letter)) return true
    const known = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined
    if (known !== undefined) {
      this.#value += known
      return false
    }
    const length = Object.hasOwn(hexLength, letter) ? hexLength[letter] : undefined
    if (length === undefined) return this.#refuse('found unknown escape character', this.#at - 2)
    this.#value += readHex({ source: this.#source, refuse: this.#refuse }, this.#at, length)
    this.#at += length
    return false
  }

  /** Folds white space: blanks within a line stay, a line break is a space, further ones stay. */
  #readGap(joined: boolean): void {
    const source = this.#source
    let blanks = ''
    let first = ''
    let rest = ''
    let newLine = joined
    for (; this.#at < source.length; this.#at++) {
      const character = source[this.#at]!
      if (isBlank(character)) {
        if (!newLine) blanks += character
      } else if (!isBreak(character)) break
      else if (newLine) rest += character
      else {
        first = character
        newLine = true
      }
    }
    if (!newLine) this.#value += blanks
    else if (first === '\n') this.#value += rest === '' ? ' ' : rest
    else this.#value += first + rest
  }
}

/**
 * The value of a scalar that is not a block scalar. `source` is its text without the outer quotes; line breaks are `\n`,
 * U+2028 or U+2029.
 *
 * @throws YAMLSyntaxError for escapes that Go's YAML does not support (`\/`, surrogates).
 */
export function readFlowScalar(source: string, form: FlowScalarForm, refuse: RefuseEscape = refuseEscape): string {
  if (!breaks.test(source)) {
    if (form === 'plain') return source
    if (form === 'single') return source.includes("'") ? source.replaceAll("''", "'") : source
    if (!source.includes('\\')) return source
  }
  return new FlowScalarReader(source, form, refuse).read()
}
