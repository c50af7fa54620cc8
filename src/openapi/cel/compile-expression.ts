import { checkExpression } from './check/check-expression.js'
import {
  type Declarations,
  extendedDeclarations,
  kubernetesDeclarations,
  mutationDeclarations,
} from './check/declarations.js'
import { CompiledProgram } from './evaluate/compiled-program.js'
import { InstantiationProblem } from './evaluate/instantiation-problem.js'
import { type CELFunction, ownOverload } from './own-function.js'
import type { CELProgram } from './program.js'
import type { Expr } from './syntax/expression.js'
import { type StaticType, typeText } from './values/cel-static-type.js'
import { type ToValue, toValueOf } from './values/typed-value.js'

/** The environment of a compilation. */
export interface CompileOptions {
  /** The variables of the expression, with their types. A name may have dots: `authorizer.requestResource`. */
  readonly variables?: Readonly<Record<string, StaticType>>
  /** Types that the expression may have, exactly; any when absent. An expression of type `dyn` has none of the others. */
  readonly resultTypes?: readonly StaticType[]
  /** Functions and operators beside those of Kubernetes. */
  readonly functions?: readonly CELFunction[]
  /** The type of a name such as `Object.spec` or `JSONPatch` in `Object.spec{…}`. */
  readonly messageType?: (name: string) => StaticType | undefined
}

/** The result of a compilation: a program and its type, or the error of Go's compiler. */
export type Compilation =
  | { readonly program: CELProgram; readonly type: StaticType; readonly issues?: undefined }
  | {
      readonly program?: undefined
      /**
       * The message of Kubernetes, without the path: `compilation failed: ERROR: <input>:1:1: …` with the place marked,
       * or `must evaluate to bool but got int`.
       */
      readonly issues: string
    }

/** Compiles an expression of CEL in the environment of kube-apiserver. Compile once, evaluate many times. */
export function compileExpression(source: string, options: CompileOptions = {}): Compilation {
  const { variables = {}, resultTypes = [], messageType } = options
  const known = options.messageType === undefined ? kubernetesDeclarations : mutationDeclarations
  const functions =
    options.functions === undefined ? known : extendedDeclarations(known, options.functions.map(ownOverload))
  const scope = { variables: new Map(Object.entries(variables)), functions, ...(messageType && { messageType }) }
  const checked = checkExpression(source, scope)
  if (checked.error !== undefined) return { issues: `compilation failed: ${checked.error}` }
  const type = typeText(checked.type)
  const names = resultTypes.map(typeText)
  if (names.length > 0 && !names.includes('any') && !names.includes(type)) {
    return {
      issues: `must evaluate to ${names.length === 1 ? names[0] : `one of [${names.join(' ')}]`} but got ${type}`,
    }
  }
  const readers = new Map([...scope.variables].map(([name, each]) => [name, toValueOf(each)]))
  const program = instantiate(checked.expr, functions, readers)
  return program instanceof CompiledProgram ? { program, type: checked.type } : { issues: program.issues }
}

/** Makes a program of a checked expression. @param readers - functions that read its variables. */
export function instantiate(
  expr: Expr,
  functions: Declarations,
  readers: ReadonlyMap<string, ToValue>,
): CompiledProgram | { readonly issues: string } {
  try {
    return new CompiledProgram(expr, functions, readers)
  } catch (error) {
    if (error instanceof InstantiationProblem) return { issues: `program instantiation failed: ${error.message}` }
    throw error
  }
}
