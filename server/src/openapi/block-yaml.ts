import { isJSONObject, type JSONValue } from 'apimachinery/json'

/**
 * A value as block YAML, in the order of its fields, as the YAML package of Go writes what it has read from JSON: maps are indented
 * to the next multiple of four columns, items of lists by two.
 */
export function blockYAML(value: JSONValue): string {
  return lines(value, 0)
    .map((line) => `${line}\n`)
    .join('')
}

function lines(value: JSONValue, column: number): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => indented(lines(item, column + 2), '- ', '  '))
  }
  if (isJSONObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) => {
      const deeper = 4 - (column % 4)
      const below = lines(member, column + deeper)
      const indent = ' '.repeat(deeper)
      return isNested(member)
        ? [`${scalar(name)}:`, ...indented(below, indent, indent)]
        : [`${scalar(name)}: ${below[0]}`]
    })
  }
  return [scalar(value)]
}

function isNested(value: JSONValue): boolean {
  return (Array.isArray(value) && value.length > 0) || (isJSONObject(value) && Object.keys(value).length > 0)
}

function indented([first = '', ...rest]: readonly string[], start: string, others: string): string[] {
  return [`${start}${first}`, ...rest.map((line) => `${others}${line}`)]
}

function scalar(value: JSONValue): string {
  if (typeof value !== 'string' || isAmbiguousScalar(value) || /[^ -~]/.test(value)) return JSON.stringify(value)
  return isPlain(value) ? value : `'${value.replaceAll("'", "''")}'`
}

/** Texts that YAML would read as something else: numbers, dates, words for truth and nothing. */
function isAmbiguousScalar(text: string): boolean {
  return text === '' || /^([-+]?\.?\d.*|y|n|yes|no|on|off|true|false|null|~|[-+]?\.inf|\.nan)$/i.test(text)
}

function isPlain(text: string): boolean {
  if (text.trim() !== text || text.includes(': ') || text.includes(' #') || text.endsWith(':')) return false
  return !/^[-?:,[\]{}#&*!|>'"%@`]/.test(text)
}
