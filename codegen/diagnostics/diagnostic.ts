import { lineAndColumn, type SourceSpan } from './source-span.js'

/** Something the generator has to say about its input. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** Stable name, for tests and for looking it up: `go-tag`, `unknown-type`, … */
  readonly code: string
  readonly message: string
  readonly span?: SourceSpan | undefined
}

/** Collects diagnostics of one run; front ends, fix-ups and back ends write to the same one. */
export class Diagnostics {
  readonly #items: Diagnostic[] = []

  /** Reports what forbids to write anything. */
  error(code: string, message: string, span?: SourceSpan): void {
    this.#items.push({ severity: 'error', code, message, span })
  }

  /** Reports a warning. */
  warning(code: string, message: string, span?: SourceSpan): void {
    this.#items.push({ severity: 'warning', code, message, span })
  }

  get items(): readonly Diagnostic[] {
    return this.#items
  }

  get hasErrors(): boolean {
    return this.#items.some((item) => item.severity === 'error')
  }
}

/** Thrown when generation cannot go on; nothing has been written. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError'

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'))
  }
}

/**
 * Writes a diagnostic as `file:line:column: severity: message [code]`, followed by the source line and a caret under
 * the place.
 */
export function formatDiagnostic({ severity, code, message, span }: Diagnostic): string {
  if (span === undefined) return `${severity}: ${message} [${code}]`
  const { file, text } = span.source
  const { line, column } = lineAndColumn(text, span.start)
  const sourceLine = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '')
  const width = Math.max(1, Math.min(span.end - span.start, sourceLine.length - column + 1))
  const indent = sourceLine.slice(0, column - 1).replace(/[^\t]/g, ' ')
  return `${file}:${line}:${column}: ${severity}: ${message} [${code}]\n${sourceLine}\n${indent}${'^'.repeat(width)}`
}
