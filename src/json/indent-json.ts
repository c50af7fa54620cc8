/** A string, a structural character, or another scalar. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^"{}[\],:]+/g

/**
 * Puts each member of compact JSON on a line of its own, indented by two spaces, as Go's `json.Indent`. Scalars stay as they
 * are spelled.
 */
export function indentJSON(compact: string): string {
  let depth = 0
  let opened = false
  return compact.replace(tokens, (token) => {
    const wasOpened = opened
    opened = token === '{' || token === '['
    if (token === '}' || token === ']') {
      depth--
      return wasOpened ? token : `${newline(depth)}${token}`
    }
    const start = wasOpened ? newline(depth) : ''
    if (opened) depth++
    if (token === ',') return `,${newline(depth)}`
    return start + (token === ':' ? ': ' : token)
  })
}

function newline(depth: number): string {
  return `\n${'  '.repeat(depth)}`
}
