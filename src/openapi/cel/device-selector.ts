import { mapType, namedType, objectType, type StaticType, typeText } from './check/cel-static-type.js'
import { compileExpression } from './compile-expression.js'

const string = /* @__PURE__ */ namedType('string')

function deviceType(): StaticType {
  return objectType('kubernetes.DRADevice', {
    driver: string,
    attributes: mapType(string, mapType(string, namedType('any'))),
    capacity: mapType(string, mapType(string, namedType('kubernetes.Quantity'))),
    allowMultipleAllocations: namedType('bool'),
  })
}

/** What is wrong with the expression of a device selector, in Go's words; undefined when nothing is. */
export function deviceSelectorProblem(expression: string): string | undefined {
  const compiled = compileExpression(expression, { variables: { device: deviceType() } })
  if (compiled.issues !== undefined) return compiled.issues
  const { name } = compiled.type
  if (name === 'bool' || name === 'any') return undefined
  return `must evaluate to bool or the unknown type, not ${typeText(compiled.type)}`
}
