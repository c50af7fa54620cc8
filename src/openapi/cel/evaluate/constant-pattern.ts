import { compilePattern } from '../../regular-expression.js'
import { PlainList } from '../values/collections.js'
import type { Implementation } from '../values/overload.js'
import { noOverload, type Value } from '../values/value.js'
import { InstantiationProblem } from './instantiation-problem.js'

/**
 * A function with a constant pattern, compiled once; undefined for other functions.
 *
 * @throws InstantiationProblem for an invalid pattern.
 */
export function memberRegex(name: string, id: string, pattern: Value | undefined): Implementation | undefined {
  if (typeof pattern !== 'string' || !(name === 'matches' || name === 'find' || name === 'findAll')) return undefined
  const compiled = compilePattern(pattern)
  if (compiled instanceof Error) throw new InstantiationProblem(compiled.message)
  const onText = (use: (text: string, limit: number) => Value): Implementation => {
    return (text: Value, _: Value, limit?: Value) =>
      typeof text === 'string' ? use(text, Number(limit ?? -1)) : noOverload(text)
  }
  if (name === 'matches') return onText((text) => compiled.test(text))
  if (name === 'find') return onText((text) => compiled.find(text) ?? '')
  return id === '' ? undefined : onText((text, limit) => new PlainList(compiled.findAll(text, limit)))
}
