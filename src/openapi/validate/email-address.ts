import { parseIPSloppy } from '../../validation/ip-address.js'

const visible = '!-~\\u0080-\\u{10ffff}'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what atoms must not have
const atoms = /[^()<>[\]:;@\\,"\u0000- \u007f]+/uy
const quoted = new RegExp(`"(?:\\\\[${visible} \\t]|[^"\\\\\\u0000-\\u0008\\u000a-\\u001f\\u007f])*"`, 'uy')
const spaces = /[ \t]*/y

/** Reports whether a text is one address as Go's `net/mail` reads it: `a@example.com`, `"A B" <a@example.com>`. */
export function isEmailAddress(text: string): boolean {
  return new AddressReader(text).single()
}

/** Reads from left to right; every method returns whether it could read, and advances only then. */
class AddressReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  single(): boolean {
    return this.#address(true) && this.#comments() && this.#at === this.#text.length
  }

  #address(groups: boolean): boolean {
    if (this.#addrSpec()) {
      this.#match(spaces)
      return !this.#isAt('(') || this.#comment()
    }
    if (!this.#isAt('<') && !this.#phrase()) return false
    this.#match(spaces)
    if (groups && this.#take(':')) return this.#group()
    return this.#take('<') && this.#addrSpec() && this.#take('>')
  }

  /** A group is an address if it has exactly one, which is not a group. */
  #group(): boolean {
    this.#match(spaces)
    const one = this.#address(false)
    return one && this.#comments() && this.#take(';')
  }

  #addrSpec(): boolean {
    const start = this.#at
    this.#match(spaces)
    if (this.#localPart() && this.#take('@') && this.#domain()) return true
    this.#at = start
    return false
  }

  #localPart(): boolean {
    if (this.#isAt('"')) return (this.#match(quoted) ?? '""') !== '""'
    return this.#dotAtom()
  }

  #domain(): boolean {
    this.#match(spaces)
    if (!this.#isAt('[')) return this.#dotAtom()
    const end = this.#text.indexOf(']', this.#at)
    if (end < 0) return false
    const address = parseIPSloppy(this.#text.slice(this.#at + 1, end))
    if (address === undefined || address.leadingZeros) return false
    this.#at = end + 1
    return true
  }

  #dotAtom(): boolean {
    const atom = this.#match(atoms)
    return atom !== undefined && !atom.startsWith('.') && !atom.includes('..') && !atom.endsWith('.')
  }

  #phrase(): boolean {
    let words = 0
    for (;;) {
      if (words > 0 && !this.#comments()) return false
      this.#match(spaces)
      if (this.#match(this.#isAt('"') ? quoted : atoms) === undefined) return words > 0
      words++
    }
  }

  #comments(): boolean {
    this.#match(spaces)
    while (this.#isAt('(')) {
      if (!this.#comment()) return false
      this.#match(spaces)
    }
    return true
  }

  #comment(): boolean {
    let depth = 0
    do {
      if (this.#at >= this.#text.length) return false
      if (this.#isAt('\\') && this.#at + 1 < this.#text.length) this.#at++
      else if (this.#isAt('(')) depth++
      else if (this.#isAt(')')) depth--
      this.#at++
    } while (depth > 0)
    return true
  }

  #isAt(character: string): boolean {
    return this.#text[this.#at] === character
  }

  #take(character: string): boolean {
    if (!this.#isAt(character)) return false
    this.#at++
    return true
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}
