/** Managers of different seconds stand in the order of their times, which differs from run to run: they are sorted. */
export function sortManagers(body: string): string {
  let shown = ''
  // Objects in messages cannot be sorted.
  let rest = body.replaceAll(/(\\+"managedFields\\+":\[).*?(\],\\+"name\\+":)/g, '$1MANAGERS$2')
  for (;;) {
    const start = rest.indexOf('"managedFields":[')
    if (start < 0) return shown + rest
    const from = start + '"managedFields":['.length
    const entries = elements(rest.slice(from))
    const length = entries.reduce((sum, entry) => sum + entry.length + 1, -1)
    shown += rest.slice(0, from) + [...entries].sort().join(',')
    rest = rest.slice(from + Math.max(length, 0))
  }
}

/** The texts of the elements of an array of objects, up to the bracket that ends it. */
function elements(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') {
      if (depth === 0) {
        if (at > start) found.push(text.slice(start, at))
        return found
      }
      depth--
    } else if (letter === ',' && depth === 0) {
      found.push(text.slice(start, at))
      start = at + 1
    }
  }
  return found
}
