import type { TableColumnDefinition } from '../../meta/v1/types.gen.js'

/** A column that `kubectl get` shows; `type/name` marks the column that names the object. */
export function column(name: string, type: string, description: string): TableColumnDefinition {
  const [kind = '', format = ''] = type.split('/')
  return { name, type: kind, format, description, priority: 0 }
}

/** A column that only `kubectl get -o wide` shows. */
export function wideColumn(name: string, type: string, description: string): TableColumnDefinition {
  return { ...column(name, type, description), priority: 1 }
}

/** The name of an object. */
export const nameColumn: TableColumnDefinition = /* @__PURE__ */ column(
  'Name',
  'string/name',
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
)

/** How long ago an object was created. */
export const ageColumn: TableColumnDefinition = /* @__PURE__ */ column(
  'Age',
  'string',
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
)
