import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { Namespace } from '../v1/types.gen.js'

/** Registers the defaults of Namespace. */
export function addNamespaceDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Namespace, defaultNamespace)
}

function defaultNamespace(namespace: Namespace): void {
  const { metadata } = namespace
  if (metadata?.name) metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name }
  namespace.status ??= {}
  const status = namespace.status
  status.phase ||= 'Active'
}
