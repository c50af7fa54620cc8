import type { KindClass } from 'apimachinery/runtime'
import type { OperationParameter } from './operation.js'

/** The parameters of a query that stand for the fields of options. */
export function parametersOf({ descriptor }: KindClass): OperationParameter[] {
  return descriptor.fields.flatMap(({ name, type }): OperationParameter[] => {
    if (name === 'kind' || name === 'apiVersion' || type.kind === 'struct' || type.kind === 'time') return []
    const { kind } = type.kind === 'list' ? type.element : type
    const scalar = kind === 'bool' ? 'boolean' : /^u?int/.test(kind) ? 'integer' : 'string'
    return [{ name, in: 'query', type: scalar }]
  })
}
