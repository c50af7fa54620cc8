import { RE2JS } from 're2js'
import { LRUCache } from '../collections/lru-cache.js'
import { asError } from '../errors/as-error.js'

/** Texts up to this length have their verdicts remembered. */
const rememberedLength = 256
/** Verdicts remembered for one pattern. */
const mostVerdicts = 4096
/** Compiled patterns remembered, and their length together: one takes a kilobyte and more for each of its characters. */
const mostPatterns = 1024
const mostRemembered = 100_000
/** Longer patterns are refused. Compiling takes time and memory in proportion, and a lot of both. */
const longestPattern = 50_000

/** A pattern in RE2's syntax, as Go's `regexp` reads it. Matches any text in linear time. */
export class RegularExpression {
  readonly #compiled: RE2JS
  readonly #verdicts = new LRUCache<string, boolean>({ capacity: mostVerdicts })

  /** @throws an error with the reason, in Go's wording, if the pattern is not RE2. */
  constructor(pattern: string) {
    if (pattern.length > longestPattern) throw new Error('error parsing regexp: expression too large')
    this.#compiled = RE2JS.compile(pattern)
  }

  /** Reports whether the pattern matches somewhere in the text. */
  test(text: string): boolean {
    const known = this.#verdicts.get(text)
    if (known !== undefined) return known
    const verdict = this.#compiled.test(text)
    if (text.length <= rememberedLength) this.#verdicts.set(text, verdict)
    return verdict
  }

  /** The first match. */
  find(text: string): string | undefined {
    const matcher = this.#compiled.matcher(text)
    return matcher.find() ? (matcher.group() ?? '') : undefined
  }

  /** Matches that do not overlap, `limit` at most when it is not negative. An empty match behind another one is none. */
  findAll(text: string, limit = -1): string[] {
    const found: string[] = []
    const matcher = this.#compiled.matcher(text)
    for (let before = -1; found.length !== limit && matcher.find(); before = matcher.end()) {
      if (matcher.end() > before) found.push(matcher.group() ?? '')
    }
    return found
  }
}

const compiled = /* @__PURE__ */ new LRUCache<string, RegularExpression | Error>({
  capacity: mostRemembered,
  weigh: (_, pattern) => Math.max(pattern.length, mostRemembered / mostPatterns),
})

/** Compiles a pattern, or returns a cached one; an `Error` has the reason why it is invalid. */
export function compilePattern(pattern: string): RegularExpression | Error {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const result = compileNew(pattern)
  // A pattern rejected for its length is rejected again at no cost.
  if (pattern.length > longestPattern) return result
  compiled.set(pattern, result)
  return result
}

function compileNew(pattern: string): RegularExpression | Error {
  try {
    return new RegularExpression(pattern)
  } catch (error) {
    const reason = asError(error)
    // Go shows what it cannot read, which here is nothing.
    return reason.message.endsWith('trailing backslash at end of expression')
      ? new Error(`${reason.message}: \`\``)
      : reason
  }
}
