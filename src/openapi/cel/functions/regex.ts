import { quote } from '../../../internal/quote.js'
import { compilePattern, type RegularExpression } from '../../regular-expression.js'
import { CELValueError, type FunctionLibrary, ownPrefix as own } from './function-library.js'

function expression(pattern: string): RegularExpression {
  const compiled = compilePattern(pattern)
  if (!(compiled instanceof Error)) return compiled
  throw new CELValueError(`Illegal regex: ${quote(pattern)}: ${compiled.message}`)
}

/** `matches`, `find` and `findAll`, by RE2. */
export const regexFunctions: FunctionLibrary = (env, budget) => {
  const compiled = (text: string, pattern: string) => {
    budget.charge(Math.ceil((text.length + 1) * 0.1) * Math.ceil(pattern.length * 0.25))
    return expression(pattern)
  }
  const matches = (text: string, pattern: string) => compiled(text, pattern).test(text)
  env.registerFunction(`string.${own}matches(string): bool`, matches)
  env.registerFunction(`${own}matches(string, string): bool`, matches)
  env.registerFunction('string.find(string): string', (text: string, pattern: string) => {
    return compiled(text, pattern).find(text) ?? ''
  })
  env.registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => {
    return compiled(text, pattern).findAll(text)
  })
  env.registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, limit: bigint) => {
    return compiled(text, pattern).findAll(text, Number(limit))
  })
}
