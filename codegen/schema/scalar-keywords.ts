import type { JSONObject, ScalarKind } from '../../src/descriptor/types.js'

/** The pattern by which controller-tools describe a quantity; a property with it is one. */
export const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'

/** Keywords of a scalar in a structural schema. A fresh object on each call. */
export function scalarKeywords(kind: ScalarKind): JSONObject {
  switch (kind) {
    case 'string':
    case 'duration':
      return { type: 'string' }
    case 'bool':
      return { type: 'boolean' }
    case 'int32':
    case 'int64':
      return { type: 'integer', format: kind }
    case 'uint32':
    case 'uint64':
      return { type: 'integer', format: 'int64', minimum: 0 }
    case 'float':
    case 'double':
      return { type: 'number', format: kind }
    case 'bytes':
      return { type: 'string', format: 'byte' }
    case 'time':
    case 'microTime':
      return { type: 'string', format: 'date-time' }
    case 'quantity':
      return { ...integerOrString(), pattern: quantityPattern }
    case 'intOrString':
      return integerOrString()
    case 'rawExtension':
    case 'fieldsV1':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    case 'json':
    case 'any':
      return { 'x-kubernetes-preserve-unknown-fields': true }
  }
}

function integerOrString(): JSONObject {
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }
}
