import { containerDescriptor, Node, Pod } from 'apimachinery/api/core/v1'
import type { StructDescriptor, TypeDescriptor } from 'apimachinery/descriptor'
import { dynType, listType, namedType, type StaticType } from 'apimachinery/openapi/cel'

/** The variables of expressions about usage, with their types. */
export function usageVariables(): Readonly<Record<'node' | 'pod' | 'container', StaticType>> {
  return {
    node: structType(Node.descriptor, 'kwok.Node'),
    pod: structType(Pod.descriptor, 'kwok.Pod'),
    container: structType(containerDescriptor, 'kwok.Container'),
  }
}

/** The type of a struct of Go: what is absent has the zero value. */
function structType(descriptor: StructDescriptor, name = descriptor.name): StaticType {
  const fields = descriptor.properties.map((property) => [property.name, typeOf(property.type)] as const)
  return { name, fields: new Map(fields), zero: true }
}

function typeOf(type: TypeDescriptor): StaticType {
  switch (type.kind) {
    case 'struct':
      return structType(type)
    case 'list':
      return listType(typeOf(type.element))
    case 'map': {
      const value = typeOf(type.value)
      const map: StaticType = { name: 'map', params: [namedType('string'), value] }
      // A resource that a list does not have is none of it.
      return value.name === 'kubernetes.Quantity' ? { ...map, zero: true } : map
    }
    case 'string':
    case 'bool':
    case 'double':
      return namedType(type.kind)
    case 'int32':
    case 'int64':
      return namedType('int')
    case 'time':
    case 'microTime':
      return namedType('google.protobuf.Timestamp')
    case 'quantity':
      return namedType('kubernetes.Quantity')
    default:
      return dynType
  }
}
