/** A header `Warning` of code 299: a message of the server for the user. */
export interface Warning {
  readonly code: number
  readonly agent: string
  readonly text: string
}

/** Called with warnings. */
export type WarningHandler = (warning: Warning) => void

/** Passes each text to `handler` once, for the last `remember` texts. */
export function deduplicatedWarnings(handler: WarningHandler, remember = 1000): WarningHandler {
  const seen = new Set<string>()
  return (warning) => {
    if (seen.has(warning.text)) return
    seen.add(warning.text)
    const [oldest] = seen
    if (seen.size > remember && oldest !== undefined) seen.delete(oldest)
    handler(warning)
  }
}

/** Reads a header `Warning`, which may hold several, joined by commas. What is malformed ends the reading, as in Go. */
export function parseWarnings(header: string | readonly string[] | undefined): Warning[] {
  if (header === undefined) return []
  if (typeof header !== 'string') return header.flatMap(parseWarnings)
  const warnings: Warning[] = []
  const pattern = /\s*(\d{3}) ([^\s,"]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(,|$)/y
  while (pattern.lastIndex < header.length) {
    const match = pattern.exec(header)
    if (match === null) break
    const [, code, agent = '', text = ''] = match
    warnings.push({ code: Number(code), agent, text: text.replace(/\\(.)/g, '$1') })
  }
  return warnings
}
