import { AssociativeList } from './associative-list.js'
import { JSONList, JSONMap, SchemaList, SchemaMap } from './collections.js'
import { isOwnComparable } from './own-values.js'
import { ListValue, MapValue, typeNameOf, type Value } from './value.js'

const names: Readonly<Record<string, string>> = {
  int: 'types.Int',
  uint: 'types.Uint',
  double: 'types.Double',
  bool: 'types.Bool',
  string: 'types.String',
  bytes: 'types.Bytes',
  null_type: 'types.Null',
  type: '*types.Type',
  optional_type: '*types.Optional',
  'google.protobuf.Timestamp': 'types.Timestamp',
  'google.protobuf.Duration': 'types.Duration',
  'kubernetes.NamedFormat': 'cel.Format',
}

/** The name of Go's type for a value, which some messages tell. */
export function goTypeName(value: Value): string {
  if (value instanceof ListValue) return listName(value)
  if (value instanceof MapValue) return mapName(value)
  const name = typeNameOf(value)
  return names[name] ?? name.replace(/^(?:kubernetes|net)\./, 'cel.')
}

function listName(list: ListValue): string {
  if (list instanceof AssociativeList) return `*common.unstructured${list.keys === undefined ? 'Set' : 'Map'}List`
  if (list instanceof SchemaList) return '*common.unstructuredList'
  return list instanceof JSONList ? '[]interface {}' : '*types.baseList'
}

function mapName(map: MapValue): string {
  if (map instanceof SchemaMap || isOwnComparable(map)) return '*common.unstructuredMap'
  return map instanceof JSONMap ? 'map[string]interface {}' : '*types.baseMap'
}
