const mostLines = 40

/** What differs between two values, one line each: the path, what was expected, what was given. */
export function differences(expected: unknown, given: unknown): string[] {
  const lines = [...below('', expected, given)]
  if (lines.length === 0) return ['the same in another order']
  return lines.length > mostLines ? [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more`] : lines
}

function* below(path: string, expected: unknown, given: unknown): Generator<string, void> {
  if (JSON.stringify(expected) === JSON.stringify(given)) return
  if (!isBranch(expected) || !isBranch(given) || Array.isArray(expected) !== Array.isArray(given)) {
    yield `${path}: expected ${text(expected)}`
    yield `${' '.repeat(path.length)}   given  ${text(given)}`
    return
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(given)])) {
    yield* below(path === '' ? key : `${path}.${key}`, own(expected, key), own(given, key))
  }
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string {
  return value === undefined ? '(nothing)' : JSON.stringify(value)
}
