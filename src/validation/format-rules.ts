import { utf8Length } from '../internal/utf8-length.js'
import { dnsSubdomainMaxLength } from './dns-names.js'
import { emptyError, maxLenError, regexError } from './messages.js'

/** Lists what keeps `value` from being an identifier of C; empty when nothing does. Length is not looked at. */
export function isCIdentifier(value: string): string[] {
  if (/^[A-Za-z_]/.test(value) && !/[^A-Za-z0-9_]/.test(value)) return []
  const message =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'"
  return [regexError(message, '[A-Za-z_][A-Za-z0-9_]*', 'my_name', 'MY_NAME', 'MyName')]
}

/** Lists what keeps `value` from being a percentage such as `25%`; empty when nothing does. */
export function isValidPercent(value: string): string[] {
  if (value.length > 1 && value.endsWith('%') && !/[^0-9]/.test(value.slice(0, -1))) return []
  const message = "a valid percent string must be a numeric string followed by an ending '%'"
  return [regexError(message, '[0-9]+%', '1%', '93%')]
}

/** Lists what keeps `value` from being the name of an HTTP header; empty when nothing does. */
export function isHTTPHeaderName(value: string): string[] {
  if (value !== '' && !/[^-A-Za-z0-9]/.test(value)) return []
  const message = "a valid HTTP header must consist of alphanumeric characters or '-'"
  return [regexError(message, '[-A-Za-z0-9]+', 'X-Header-Name')]
}

/** Lists what keeps `value` from being the name of an environment variable; empty when nothing does. */
export function isEnvVarName(value: string): string[] {
  const errors: string[] = []
  if (!/^[-._a-zA-Z]/.test(value) || /[^-._a-zA-Z0-9]/.test(value)) {
    const message =
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit"
    errors.push(regexError(message, '[-._a-zA-Z][-._a-zA-Z0-9]*', 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1'))
  }
  errors.push(...parentFolderErrors(value))
  return errors
}

/** As {@link isEnvVarName}, any printable ASCII but `=` allowed. */
export function isRelaxedEnvVarName(value: string): string[] {
  const errors: string[] = []
  if (value === '') errors.push(`environment variable name ${emptyError()}`)
  if (/[^\x20-\x7e]|=/.test(value)) {
    errors.push("a valid environment variable name must consist only of printable ASCII characters other than '='")
  }
  return errors
}

/** Lists what keeps `value` from being a key of a ConfigMap or Secret; empty when nothing does. */
export function isConfigMapKey(value: string): string[] {
  const errors: string[] = []
  if (utf8Length(value) > dnsSubdomainMaxLength) errors.push(maxLenError(dnsSubdomainMaxLength))
  if (value === '' || /[^-._a-zA-Z0-9]/.test(value)) {
    const message = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    errors.push(regexError(message, '[-._a-zA-Z0-9]+', 'key.name', 'KEY_NAME', 'key-name'))
  }
  errors.push(...parentFolderErrors(value))
  return errors
}

/** Names that would mean a folder when the value becomes a file name. */
function parentFolderErrors(value: string): string[] {
  if (value === '.') return ["must not be '.'"]
  if (value === '..') return ["must not be '..'"]
  return value.startsWith('..') ? ["must not start with '..'"] : []
}

/** Lists what keeps `name` from being one segment of a URL path; empty when nothing does. Empty names pass, as in Go. */
export function isPathSegmentName(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return isPathSegmentPrefix(name)
}

/** Lists what keeps `name` from beginning a segment of a URL path; empty when nothing does. */
export function isPathSegmentPrefix(name: string): string[] {
  return ['/', '%'].filter((text) => name.includes(text)).map((text) => `may not contain '${text}'`)
}
