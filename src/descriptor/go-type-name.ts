import type { ScalarKind, TypeDescriptor } from './types.js'

const scalarNames: Readonly<Record<ScalarKind, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  uint32: 'uint32',
  uint64: 'uint64',
  float: 'float32',
  double: 'float64',
  bytes: '[]uint8',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  duration: 'v1.Duration',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
  rawExtension: 'runtime.RawExtension',
  fieldsV1: 'v1.FieldsV1',
  json: 'v1.JSON',
  any: 'interface {}',
}

/** The name Go prints for a type: `v1.PodSpec`, `[]v1.Container`, `map[string]string`. */
export function goTypeName(type: TypeDescriptor): string {
  switch (type.kind) {
    case 'struct':
      return type.name.split('.').slice(-2).join('.')
    case 'list':
      return type.name ?? `[]${type.pointerElements ? '*' : ''}${goTypeName(type.element)}`
    case 'map':
      return type.name ?? `map[${type.key ?? 'string'}]${type.pointerValues ? '*' : ''}${goTypeName(type.value)}`
    case 'variant':
      return `${goTypeName(type.schema)}${type.shape.replace('or', 'Or')}`
    default:
      return type.name ?? scalarNames[type.kind]
  }
}

/** The name of a struct without its package, as Go prints it before a field. */
export function goStructName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
