import { MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { compareStrings } from '../internal/compare-strings.js'
import { positionAt } from '../json/json-syntax-error.js'
import { FieldPath } from '../validation/field-path.js'
import { type Token, type TokenKind, tokenize } from './lexer.js'
import { binaryOperators, type Operator } from './operator.js'
import { type Requirement, requirementAt } from './requirement.js'
import { validateLabelKey } from './validate-requirement.js'

/** Options of the functions that read a label selector. */
export interface ParseOptions {
  /** Path of the selector in an object, for the paths in errors. */
  readonly path?: FieldPath
}

/**
 * Reads the requirements of a label selector, sorted by key. See `parse` for the grammar.
 *
 * @throws {MachineryError} `InvalidLabelSelector` with the position in the text.
 */
export function parseToRequirements(selector: string, options: ParseOptions = {}): Requirement[] {
  const requirements = new Parser(selector, options.path ?? FieldPath.empty()).parse()
  return requirements.sort((a, b) => compareStrings(a.key, b.key))
}

const operatorOf: Partial<Record<TokenKind, Operator>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
}

class Parser {
  readonly #text: string
  readonly #path: FieldPath
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(text: string, path: FieldPath) {
    this.#text = text
    this.#path = path
    this.#tokens = tokenize(text)
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = []
    for (;;) {
      const first = this.#peek()
      if (first.kind === 'end') return requirements
      if (!startsRequirement(first)) throw this.#unexpected(first, "expected: !, identifier, or 'end of string'")
      requirements.push(this.#requirement())
      const separator = this.#take()
      if (separator.kind === 'end') return requirements
      if (separator.kind !== ',') throw this.#unexpected(separator, "expected: ',' or 'end of string'")
      if (!startsRequirement(this.#peek())) throw this.#unexpected(this.#peek(), "expected: identifier after ','")
    }
  }

  #requirement(): Requirement {
    const start = this.#peek()
    try {
      return this.#parseRequirement()
    } catch (cause) {
      const position = cause instanceof MachineryError ? cause.position : undefined
      const message = `unable to parse requirement: ${messageOf(cause)}`
      throw this.#error(message, position?.offset ?? start.offset, cause)
    }
  }

  #parseRequirement(): Requirement {
    let token = this.#take()
    const negated = token.kind === '!'
    if (negated) token = this.#take()
    if (token.kind !== 'identifier') throw this.#unexpected(token, 'expected: identifier')
    const key = token.literal
    const [invalidKey] = validateLabelKey(key, this.#path)
    if (invalidKey !== undefined) throw invalidKey
    const after = this.#peek().kind
    if (negated) return this.#make(key, '!', [])
    if (after === 'end' || after === ',') return this.#make(key, 'exists', [])
    const operator = this.#operator()
    const values = operator === 'in' || operator === 'notin' ? this.#values() : this.#exactValue()
    return this.#make(key, operator, [...values].sort(compareStrings))
  }

  #make(key: string, operator: Operator, values: readonly string[]): Requirement {
    return requirementAt({ key, operator, values, path: this.#path })
  }

  #operator(): Operator {
    // Only here `in` and `notin` are operators; everywhere else they are identifiers.
    const token = this.#tokens[this.#next++]!
    const operator = operatorOf[token.kind]
    if (operator === undefined) throw this.#unexpected(token, `expected: ${binaryOperators.join(', ')}`)
    return operator
  }

  /** The values in parentheses; `()` holds the empty value. */
  #values(): ReadonlySet<string> {
    const open = this.#take()
    if (open.kind !== '(') throw this.#unexpected(open, "expected: '('", ' ')
    const first = this.#peek()
    if (first.kind === ')') {
      this.#take()
      return new Set([''])
    }
    if (first.kind !== 'identifier' && first.kind !== ',') {
      throw this.#unexpected(first, "expected: ',', ')' or identifier")
    }
    const values = this.#identifiers()
    this.#take()
    return values
  }

  /** Identifiers separated by commas, up to the closing parenthesis; a missing one is the empty value. */
  #identifiers(): ReadonlySet<string> {
    const values = new Set<string>()
    for (;;) {
      const token = this.#take()
      const next = this.#peek()
      if (token.kind === 'identifier') {
        values.add(token.literal)
        if (next.kind === ')') return values
        if (next.kind !== ',') throw this.#unexpected(next, "expected: ',' or ')'")
      } else if (token.kind === ',') {
        if (values.size === 0 || next.kind === ',' || next.kind === ')') values.add('')
        if (next.kind === ')') return values
      } else {
        throw this.#unexpected(token, "expected: ',', or identifier")
      }
    }
  }

  #exactValue(): ReadonlySet<string> {
    const { kind } = this.#peek()
    if (kind === 'end' || kind === ',') return new Set([''])
    const token = this.#take()
    if (token.kind !== 'identifier') throw this.#unexpected(token, 'expected: identifier')
    return new Set([token.literal])
  }

  #peek(): Token {
    // Nothing is read after the last token, the end.
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]!
    return token.kind === 'in' || token.kind === 'notin' ? { ...token, kind: 'identifier' } : token
  }

  #take(): Token {
    const token = this.#peek()
    this.#next++
    return token
  }

  #unexpected(token: Token, expected: string, separator = ', '): MachineryError {
    return this.#error(`found '${token.literal}'${separator}${expected}`, token.offset)
  }

  #error(message: string, offset: number, cause?: unknown): MachineryError {
    const position = positionAt(this.#text, offset)
    return new MachineryError('InvalidLabelSelector', message, { position, cause })
  }
}

function startsRequirement(token: Token): boolean {
  return token.kind === 'identifier' || token.kind === '!'
}
