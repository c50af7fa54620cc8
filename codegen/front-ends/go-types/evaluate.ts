import type { GoPackage } from './go-package.js'
import type { GoExpression, GoFile } from './go-syntax.js'

type Constant = string | number | boolean

/** Where names in an expression are looked up. */
interface Scope {
  readonly package: GoPackage
  readonly file: GoFile
  readonly iota: number
  readonly depth: number
}

/** Finds packages by import path. */
export interface PackageLookup {
  get(path: string): GoPackage | undefined
}

/** Works out constants of Go packages. */
export class ConstantEvaluator {
  readonly #packages: PackageLookup

  constructor(packages: PackageLookup) {
    this.#packages = packages
  }

  /** The value of a constant or constant-like variable; `undefined` if it cannot be computed statically. */
  constant(pkg: GoPackage, name: string, depth: number = 0): Constant | undefined {
    const found = pkg.values.get(name)
    if (found === undefined || depth > 50) return undefined
    const { value, file } = found
    return this.evaluate(value.value, { package: pkg, file, iota: value.iota, depth: depth + 1 })
  }

  evaluate(expression: GoExpression, scope: Scope): Constant | undefined {
    switch (expression.form) {
      case 'literal':
        return expression.value
      case 'name':
        return this.#name(expression.qualifier, expression.name, scope)
      case 'binary':
        return combine(
          expression.operator,
          this.evaluate(expression.left, scope),
          this.evaluate(expression.right, scope),
        )
      case 'call':
        // A conversion such as `Phase("Running")`; function calls never name a type.
        return expression.arguments.length === 1 && this.#isType(expression.callee, scope)
          ? this.evaluate(expression.arguments[0]!, scope)
          : undefined
      default:
        return undefined
    }
  }

  #name(qualifier: string | undefined, name: string, scope: Scope): Constant | undefined {
    if (qualifier === undefined && name === 'iota') return scope.iota
    const pkg = this.#packageOf(qualifier, scope)
    return pkg === undefined ? undefined : this.constant(pkg, name, scope.depth)
  }

  #isType(callee: GoExpression, scope: Scope): boolean {
    if (callee.form !== 'name') return false
    if (callee.qualifier === undefined && ['string', 'int', 'int32', 'int64', 'float64'].includes(callee.name))
      return true
    return this.#packageOf(callee.qualifier, scope)?.types.has(callee.name) === true
  }

  #packageOf(qualifier: string | undefined, scope: Scope): GoPackage | undefined {
    if (qualifier === undefined) return scope.package
    return this.#packages.get(scope.file.imports.get(qualifier) ?? '')
  }
}

function combine(operator: string, left: Constant | undefined, right: Constant | undefined): Constant | undefined {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  const value = arithmetic(operator, left, right)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

function arithmetic(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return Math.trunc(left / right)
    case '<<':
      return left * 2 ** right
    case '>>':
      return Math.floor(left / 2 ** right)
    default:
      return undefined
  }
}
