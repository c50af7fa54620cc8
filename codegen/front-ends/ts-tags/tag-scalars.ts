import type { ScalarKind } from '../../../src/descriptor/types.js'
import { scalarRef, type TypeRef } from '../../ir/type-ref.js'

/** Names of `apimachinery/codegen` that represent scalars. */
const scalars: Readonly<Record<string, ScalarKind>> = {
  int32: 'int32',
  int64: 'int64',
  uint32: 'uint32',
  uint64: 'uint64',
  float32: 'float',
  float64: 'double',
  bytes: 'bytes',
  Time: 'time',
  MicroTime: 'microTime',
  Duration: 'duration',
  Quantity: 'quantity',
  IntOrString: 'intOrString',
  RawExtension: 'rawExtension',
  FieldsV1: 'fieldsV1',
  JSON: 'json',
}

/** Modules that export these names: the tags, and the types of the built-in groups that are scalars. */
const modules = /^apimachinery\/(codegen(\/tags)?|meta\/v1|api\/apiextensions\/v1)$/

/** The scalar of an imported name. */
export function tagScalar(specifier: string, name: string): TypeRef | undefined {
  if (!modules.test(specifier) || !Object.hasOwn(scalars, name)) return undefined
  if (!specifier.startsWith('apimachinery/codegen') && !/^(Time|MicroTime|Duration|FieldsV1|JSON)$/.test(name))
    return undefined
  return scalarRef(scalars[name]!)
}
