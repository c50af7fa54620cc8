import type { ScalarKind } from '../../../src/descriptor/types.js'

/** Go's import path of a protobuf package, for Kubernetes' packages; for others the package with slashes. */
export function packagePath(name: string): string {
  const path = name
    .replace(/^k8s\.io\./, 'k8s_io/')
    .replaceAll('.', '/')
    .replace(/^k8s_io\//, 'k8s.io/')
  return path.startsWith('k8s.io/') ? path.replaceAll('_', '-') : path
}

/** Messages that represent scalars. */
const messages: Readonly<Record<string, ScalarKind>> = {
  'k8s.io.apimachinery.pkg.apis.meta.v1.Time': 'time',
  'k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime': 'microTime',
  'k8s.io.apimachinery.pkg.apis.meta.v1.Duration': 'duration',
  'k8s.io.apimachinery.pkg.apis.meta.v1.FieldsV1': 'fieldsV1',
  'k8s.io.apimachinery.pkg.api.resource.Quantity': 'quantity',
  'k8s.io.apimachinery.pkg.util.intstr.IntOrString': 'intOrString',
  'k8s.io.apimachinery.pkg.runtime.RawExtension': 'rawExtension',
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSON': 'json',
}

/** The scalar of a message, by its full name. */
export function messageScalar(fullName: string): ScalarKind | undefined {
  return Object.hasOwn(messages, fullName) ? messages[fullName] : undefined
}

/** Types of protobuf that have another encoding than any scalar here. */
export const otherEncodings: ReadonlySet<string> = new Set([
  'sint32',
  'sint64',
  'fixed32',
  'fixed64',
  'sfixed32',
  'sfixed64',
])
