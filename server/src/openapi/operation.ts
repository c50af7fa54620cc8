import type { KindClass } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'

/** The target of a schema reference: a class, or a definition by name. */
export type SchemaTarget = KindClass | string

/** One parameter of an operation. */
export interface OperationParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'boolean' | 'integer'
  readonly description?: string | undefined
}

/** One method of a path, free of the version of the document. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'head'
  readonly id: string
  readonly description: string
  readonly tag: string
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  readonly parameters: readonly OperationParameter[]
  readonly body?: { readonly schema: SchemaTarget; readonly required: boolean } | undefined
  /** Status code → what it means and what comes with it. */
  readonly responses: ReadonlyMap<number, { readonly description: string; readonly schema: SchemaTarget }>
  /** `get`, `list`, `post`, …; absent for documents. */
  readonly action?: string | undefined
  readonly kind?: GroupVersionKind | undefined
}

/** Paths of a document and their operations. */
export type OperationPaths = ReadonlyMap<string, readonly Operation[]>

/** Parameters that all operations of a path have. */
export function commonParameters(operations: readonly Operation[]): readonly OperationParameter[] {
  const [first, ...others] = operations
  if (first === undefined) return []
  return first.parameters.filter((parameter) =>
    others.every((operation) => operation.parameters.some((other) => isSame(parameter, other))),
  )
}

function isSame(a: OperationParameter, b: OperationParameter): boolean {
  return a.name === b.name && a.in === b.in && a.type === b.type
}

/** Parameters of an operation that are not among the common ones. */
export function ownParameters(
  { parameters }: Operation,
  common: readonly OperationParameter[],
): readonly OperationParameter[] {
  return parameters.filter((parameter) => !common.some((other) => isSame(parameter, other)))
}
