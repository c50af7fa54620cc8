import { stringEnd } from './string-end.js'

const structure = /["{}[\],:]/g

/**
 * Writes each member of compact JSON on its own line, indented by two spaces, as Go's `json.Indent`. Scalars are not
 * changed.
 */
export function indentJSON(compact: string): string {
  let out = ''
  let depth = 0
  let done = 0
  const newline = (): string => `\n${'  '.repeat(depth)}`
  structure.lastIndex = 0
  for (let match = structure.exec(compact); match !== null; match = structure.exec(compact)) {
    const at = match.index
    const [token] = match
    if (token === '"') {
      structure.lastIndex = stringEnd(compact, at)
      continue
    }
    out += compact.slice(done, at)
    done = at + 1
    if (token === ':') out += ': '
    else if (token === ',') out += `,${newline()}`
    else if (token === '{' || token === '[') {
      const empty = compact[at + 1] === '}' || compact[at + 1] === ']'
      depth++
      out += empty ? token : token + newline()
    } else {
      depth--
      const empty = compact[at - 1] === '{' || compact[at - 1] === '['
      out += empty ? token : newline() + token
    }
  }
  return out + compact.slice(done)
}
