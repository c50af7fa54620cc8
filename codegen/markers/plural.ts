/**
 * The resource name code-generator gives a kind: lower case, in the English plural as far as its rules go.
 *
 * Source: the plural namer of gengo; `Endpoints` is code-generator's one exception.
 */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase()
  if (singular === 'endpoints') return singular
  const stem = singular.slice(0, -1)
  switch (singular.at(-1)) {
    case 's':
    case 'x':
    case 'z':
      return `${singular}es`
    case 'y':
      return /[aeiou]$/.test(stem) ? `${singular}s` : `${stem}ies`
    case 'h':
      return /[cs]$/.test(stem) ? `${singular}es` : `${singular}s`
    case 'e':
      return stem.endsWith('f') ? `${stem.slice(0, -1)}ves` : `${singular}s`
    case 'f':
      return `${stem}ves`
    default:
      return `${singular}s`
  }
}
