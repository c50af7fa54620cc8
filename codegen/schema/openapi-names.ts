import type { JSONObject, ScalarKind } from '../../src/descriptor/types.js'
import { scalarRef, type TypeRef } from '../ir/type-ref.js'

/** Models of OpenAPI documents that represent scalars: name → scalar and the model's own schema. */
const models: Readonly<Record<string, readonly [ScalarKind, JSONObject]>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': ['quantity', { type: 'string' }],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['intOrString', { type: 'string', format: 'int-or-string' }],
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ['time', { type: 'string', format: 'date-time' }],
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ['microTime', { type: 'string', format: 'date-time' }],
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': ['duration', { type: 'string' }],
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': ['fieldsV1', { type: 'object' }],
  'io.k8s.apimachinery.pkg.runtime.RawExtension': ['rawExtension', { type: 'object' }],
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': ['json', {}],
}

/** Model of a scalar, for documents; `undefined` for scalars that are written in place. */
export function scalarModel(kind: ScalarKind): { name: string; schema: JSONObject } | undefined {
  const found = Object.entries(models).find(([, [scalar]]) => scalar === kind)
  return found === undefined ? undefined : { name: found[0], schema: { ...found[1][1] } }
}

/** The scalar of a model of a document. */
export function modelScalar(name: string): TypeRef | undefined {
  const known = Object.hasOwn(models, name) ? models[name] : undefined
  return known === undefined ? undefined : scalarRef(known[0])
}
