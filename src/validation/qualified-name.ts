import { utf8Length } from '../internal/utf8-length.js'
import { isLowerCaseSubdomain, isMixedCaseName } from './ascii-names.js'
import { dnsSubdomainMaxLength, isDNS1123Subdomain } from './dns-names.js'
import { emptyError, maxBytesError, regexError } from './messages.js'

const nameMaxLength = 63
const namePattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const nameMessage =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const nameError: string = /* @__PURE__ */ regexError(nameMessage, namePattern, 'MyName', 'my.name', '123-abc')

/** Reports whether `text` is a name without a prefix, and no longer than may be: what nearly all keys and values are. */
export function isShortName(text: string): boolean {
  return text.length <= nameMaxLength && isMixedCaseName(text)
}

/** Reports whether `name` is valid after the slash of a label key. The length is not checked. */
export function isNamePart(name: string): boolean {
  return isMixedCaseName(name)
}

/** Reports whether `value` is a right name with a prefix, without saying what is wrong otherwise. */
function isPrefixed(value: string, slash: number): boolean {
  return (
    slash > 0 &&
    slash <= dnsSubdomainMaxLength &&
    value.length - slash - 1 <= nameMaxLength &&
    isMixedCaseName(value, slash + 1) &&
    isLowerCaseSubdomain(value, 0, slash)
  )
}

/**
 * Lists what keeps `value` from being a qualified name, that is a label or annotation key: an optional DNS subdomain and
 * `/`, then a name. Empty when nothing does.
 */
export function isQualifiedName(value: string): string[] {
  if (isShortName(value)) return []
  const slash = value.indexOf('/')
  if (isPrefixed(value, slash)) return []
  if (slash !== value.lastIndexOf('/')) {
    return [`a valid label key ${nameError} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  }
  const errors: string[] = []
  if (slash === 0) errors.push(`prefix part ${emptyError()}`)
  else if (slash > 0) {
    // Within label keys Go gives the length of the domain in bytes, elsewhere in characters.
    for (const message of isDNS1123Subdomain(value.slice(0, slash), 'bytes')) errors.push(`prefix part ${message}`)
  }
  const name = value.slice(slash + 1)
  if (name === '') errors.push(`name part ${emptyError()}`)
  else if (utf8Length(name) > nameMaxLength) errors.push(`name part ${maxBytesError(nameMaxLength)}`)
  if (!isNamePart(name)) errors.push(`name part ${nameError}`)
  return errors
}

/** As {@link isQualifiedName}, the prefix required: `example.com/key` but not `key`. */
export function isPrefixedQualifiedName(value: string): string[] {
  const errors = isQualifiedName(value)
  if (errors.length > 0 || value.includes('/')) return errors
  return ["must include a prefix (e.g. 'example.com/key')"]
}
