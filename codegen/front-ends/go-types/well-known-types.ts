import type { JSONObject, ScalarKind } from '../../../src/descriptor/types.js'
import { namedRef, type ScalarRef, scalarRef, type TypeRef } from '../../ir/type-ref.js'

const meta = 'k8s.io/apimachinery/pkg/apis/meta/v1'
const apiextensions = 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions'

/** Go types whose JSON is hand-written, or that represent one scalar: import path and name → scalar. */
const scalars: Readonly<Record<string, ScalarKind>> = {
  [`${meta}#Time`]: 'time',
  [`${meta}#MicroTime`]: 'microTime',
  [`${meta}#Duration`]: 'duration',
  [`${meta}#FieldsV1`]: 'fieldsV1',
  'k8s.io/apimachinery/pkg/api/resource#Quantity': 'quantity',
  'k8s.io/apimachinery/pkg/util/intstr#IntOrString': 'intOrString',
  'k8s.io/apimachinery/pkg/runtime#RawExtension': 'rawExtension',
  'k8s.io/apimachinery/pkg/runtime#Object': 'any',
  'k8s.io/apimachinery/pkg/types#UID': 'string',
  'k8s.io/apimachinery/pkg/types#NodeName': 'string',
  'k8s.io/apimachinery/pkg/types#PatchType': 'string',
  'encoding/json#RawMessage': 'any',
  'k8s.io/apimachinery/pkg/apis/meta/v1/unstructured#Unstructured': 'rawExtension',
  'time#Duration': 'int64',
  'time#Time': 'string',
  'net#IP': 'string',
  'net/netip#Addr': 'string',
  'net/netip#AddrPort': 'string',
  'net/netip#Prefix': 'string',
  [`${apiextensions}/v1#JSON`]: 'json',
  [`${apiextensions}/v1beta1#JSON`]: 'json',
}

const variants = {
  JSONSchemaPropsOrBool: 'orBool',
  JSONSchemaPropsOrArray: 'orArray',
  JSONSchemaPropsOrStringArray: 'orStringArray',
} as const

/** The model of a Go type with hand-written JSON; `undefined` for ordinary types. */
export function wellKnownType(packagePath: string, name: string): TypeRef | undefined {
  const key = `${packagePath}#${name}`
  if (Object.hasOwn(scalars, key))
    return scalarRef(scalars[key]!, packagePath.endsWith('/pkg/types') ? `types.${name}` : undefined)
  if (packagePath.startsWith(`${apiextensions}/`) && Object.hasOwn(variants, name)) {
    const shape = variants[name as keyof typeof variants]
    return { form: 'variant', shape, schema: namedRef(packagePath, 'JSONSchemaProps') }
  }
  return undefined
}

const builtins: Readonly<Record<string, ScalarKind>> = {
  string: 'string',
  bool: 'bool',
  int: 'int64',
  int8: 'int32',
  int16: 'int32',
  int32: 'int32',
  rune: 'int32',
  int64: 'int64',
  uint: 'uint64',
  uint8: 'uint32',
  byte: 'uint32',
  uint16: 'uint32',
  uint32: 'uint32',
  uint64: 'uint64',
  float32: 'float',
  float64: 'double',
  any: 'any',
}

/** The schema of controller-tools for types whose format or range OpenAPI cannot express. */
const structural: Readonly<Record<string, JSONObject>> = {
  int: { type: 'integer' },
  int8: { type: 'integer' },
  int16: { type: 'integer' },
  uint: { type: 'integer' },
  uint8: { type: 'integer' },
  byte: { type: 'integer' },
  uint16: { type: 'integer' },
  uint32: { type: 'integer', format: 'int32' },
  uint64: { type: 'integer', format: 'int64' },
  float32: { type: 'number' },
  float64: { type: 'number' },
}

/** The scalar of a predeclared Go type. */
export function builtinScalar(name: string): ScalarRef | undefined {
  const scalar = Object.hasOwn(builtins, name) ? builtins[name] : undefined
  if (scalar === undefined) return undefined
  const keywords = Object.hasOwn(structural, name) ? structural[name] : undefined
  return keywords === undefined ? scalarRef(scalar) : { ...scalarRef(scalar), structural: keywords }
}
