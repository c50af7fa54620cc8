import { quote } from '../internal/quote.js'

/** Reports whether a text is an address as Go's `netip.ParseAddr` takes it, which may have a zone. */
export function isAddress(text: string): boolean {
  return addressFault(text)[0] === ''
}

/** The reason why a text is not an address, in the wording of Go's `netip.ParseAddr`. */
export function addressProblem(text: string): string {
  const [message, at] = addressFault(text)
  return `ParseAddr(${quote(text)}): ${message}${at ? ` (at ${quote(at)})` : ''}`
}

/** The reason why a text is not a network, in the wording of Go's `netip.ParsePrefix`. */
export function networkProblem(text: string): string {
  const slash = text.lastIndexOf('/')
  const shown = `netip.ParsePrefix(${quote(text)}): `
  if (slash < 0) return `${shown}no '/'`
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)]
  const [fault] = addressFault(address)
  if (fault !== '') return `${shown}${addressProblem(address)}`
  if (address.includes('%')) return `${shown}IPv6 zones cannot be present in a prefix`
  if (!/^(?:0|[1-9][0-9]*)$/.test(bits) || BigInt(bits) >= 2n ** 63n)
    return `${shown}bad bits after slash: ${quote(bits)}`
  return `${shown}prefix length out of range`
}

/** The problem and its position; an empty message for a valid address. */
function addressFault(text: string): readonly [message: string, at?: string] {
  const sign = /[.:%]/.exec(text)?.[0]
  if (sign === '.') return dottedFault(text)
  if (sign === ':') return colonFault(text)
  return sign === '%' ? ['missing IPv6 address'] : ['unable to parse IP']
}

function dottedFault(text: string): readonly [string, string?] {
  let [value, fields, digits] = [0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (/[0-9]/.test(character)) {
      if (digits === 1 && value === 0) return ['IPv4 field has octet with leading zero']
      value = value * 10 + Number(character)
      digits += 1
      if (value > 255) return ['IPv4 field has value >255']
    } else if (character !== '.') return ['unexpected character', text.slice(i)]
    else if (i === 0 || i === text.length - 1 || text[i - 1] === '.') {
      return ['IPv4 field must have at least one digit', text.slice(i)]
    } else if (fields === 3) return ['IPv4 address too long']
    else [value, fields, digits] = [0, fields + 1, 0]
  }
  return fields < 3 ? ['IPv4 address too short'] : ['']
}

function colonFault(given: string): readonly [string, string?] {
  const percent = given.indexOf('%')
  if (percent === given.length - 1) return ['zone must be a non-empty string']
  const text = percent < 0 ? given : given.slice(0, percent)
  let rest = text.startsWith('::') ? text.slice(2) : text
  let ellipsis = text.startsWith('::') ? 0 : -1
  if (rest === '') return ['']
  let bytes = 0
  while (bytes < 16) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] as string
    if (digits.length > 4) return ['each group must have 4 or less digits', rest]
    if (digits === '') return ['each colon-separated field must have at least one digit', rest]
    if (rest[digits.length] === '.') return embeddedFault(rest, bytes, ellipsis)
    bytes += 2
    rest = rest.slice(digits.length)
    if (rest === '') break
    if (!rest.startsWith(':')) return ['unexpected character, want colon', rest]
    if (rest.length === 1) return ['colon must be followed by more characters', rest]
    rest = rest.slice(1)
    if (!rest.startsWith(':')) continue
    if (ellipsis >= 0) return ['multiple :: in address', rest]
    ellipsis = bytes
    rest = rest.slice(1)
    if (rest === '') break
  }
  if (rest !== '') return ['trailing garbage after address', rest]
  return lengthFault(bytes, ellipsis)
}

function embeddedFault(rest: string, bytes: number, ellipsis: number): readonly [string, string?] {
  if (ellipsis < 0 && bytes !== 12)
    return ['embedded IPv4 address must replace the final 2 fields of the address', rest]
  if (bytes + 4 > 16) return ['too many hex fields to fit an embedded IPv4 at the end of the address', rest]
  const fault = dottedFault(rest)
  return fault[0] === '' ? lengthFault(bytes + 4, ellipsis) : fault
}

function lengthFault(bytes: number, ellipsis: number): readonly [string] {
  if (bytes < 16) return [ellipsis < 0 ? 'address string too short' : '']
  return [ellipsis < 0 ? '' : 'the :: must expand to at least one field of zeros']
}
