import { checkExpression } from './check/check-expression.js'
import { kubernetesDeclarations } from './check/declarations.js'
import { instantiate } from './compile-expression.js'
import { estimateCost } from './cost/estimate.js'
import type { SizeOfPath } from './cost/estimate-call.js'
import { CompiledProgram } from './evaluate/compiled-program.js'
import { sizeOfPathIn } from './schema/size-of-path.js'
import { mapType, namedType, objectType, type StaticType, typeText } from './values/cel-static-type.js'

/** Most entries of attributes and capacities, characters of a domain, of an identifier and of a value. */
const sizes = { entries: 32, domain: 63, identifier: 32, value: 64 } as const

function text(maxElements: number): StaticType {
  return { ...namedType('string'), maxElements }
}

function domainsOf(value: StaticType): StaticType {
  const inner = { ...mapType(text(sizes.identifier), value), maxElements: sizes.entries }
  return { ...mapType(text(sizes.domain), inner), maxElements: sizes.entries }
}

function attribute(): StaticType {
  return { ...namedType('any'), maxElements: sizes.value }
}

function deviceType(): StaticType {
  return objectType('kubernetes.DRADevice', {
    driver: text(sizes.domain),
    attributes: domainsOf(attribute()),
    capacity: domainsOf(namedType('kubernetes.Quantity')),
    allowMultipleAllocations: { ...namedType('bool'), maxElements: 1 },
  })
}

/** No type declares the names of attributes, but all have the same maximum size. */
function sizeOfDevicePath(device: StaticType): SizeOfPath {
  const ofType = sizeOfPathIn(device)
  return (path) => {
    const [root, field, domain, name] = path
    const isAttribute = root === 'device' && field === 'attributes' && domain === '@values' && path.length === 4
    return isAttribute && name !== '@keys' ? { min: 0, max: sizes.value } : ofType(path)
  }
}

/** A compiled device selector: its maximum cost, or its error, in Go's wording. */
export type CompiledDeviceSelector =
  | { readonly problem: string }
  | { readonly problem?: undefined; readonly maxCost: number }

/** Compiles the expression of a device selector as `CompileCELExpression` of k8s.io/dynamic-resource-allocation does. */
export function compileDeviceSelector(expression: string): CompiledDeviceSelector {
  const device = deviceType()
  const functions = kubernetesDeclarations
  const checked = checkExpression(expression, { variables: new Map([['device', device]]), functions, bindings: true })
  if (checked.error !== undefined) return { problem: `compilation failed: ${checked.error}` }
  const { name } = checked.type
  if (name !== 'bool' && name !== 'any') {
    return { problem: `must evaluate to bool or the unknown type, not ${typeText(checked.type)}` }
  }
  const program = instantiate(checked.expr, functions, new Map())
  if (!(program instanceof CompiledProgram)) return { problem: program.issues }
  return { maxCost: estimateCost(checked.expr, sizeOfDevicePath(device)).max }
}
