import type { OpenAPISchema, OpenAPIVersion } from 'apimachinery/openapi'

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const description = 'ObjectMeta is the metadata of every object that a server keeps; users write a part of it.'

const fields: Readonly<Record<string, string>> = {
  annotations: 'Annotations are keys and texts for tools, which set and read them. They select nothing.',
  creationTimestamp:
    'CreationTimestamp is a timestamp of the server, set when the object was created. RFC 3339, in UTC; read-only.',
  deletionGracePeriodSeconds:
    'Seconds that this object may take to end before it is removed. Only set together with deletionTimestamp; read-only.',
  deletionTimestamp:
    'DeletionTimestamp is the time at which the object is going to be removed, set by the server when a deletion is requested. Finalizers can delay it; it is never taken back. Read-only.',
  finalizers:
    'Names of those who must act before the object is removed; each removes its own, in any order. An object that is being deleted gets no new ones.',
  generateName:
    'GenerateName is a prefix for a name that the server makes, if name is empty. The name is unique at the time of creation.',
  generation: 'A number that increases with each change of the desired state. Read-only.',
  labels: 'Labels are keys and values by which objects are organized and selected.',
  managedFields: 'ManagedFields has the fields that each manager wrote, by operation and version. Servers maintain it.',
  name: 'Name must be unique within a namespace, and cannot be changed. Needed for creations, unless generateName is set.',
  namespace:
    'Namespace is the space in which the name is unique. Empty for objects of the cluster; it cannot be changed.',
  ownerReferences:
    'Objects that this object depends on; it is collected when all of them are gone. At most one of them is the managing controller.',
  resourceVersion:
    'An opaque text that changes with the object, for optimistic concurrency, watches, and to see whether it changed. Read-only.',
  selfLink: 'A field of earlier releases, which the server no longer sets.',
  uid: 'UID is the identity of the object in time and space, made by the server at its creation. Read-only.',
}

/** The definitions with descriptions of what every object has, for `kubectl explain`; those of custom resources refer to it. */
export function withMetadataDescriptions(
  definitions: Readonly<Record<string, OpenAPISchema>>,
  version: OpenAPIVersion,
): Record<string, OpenAPISchema> {
  const schema = definitions[objectMeta]
  if (schema === undefined) return { ...definitions }
  const properties = Object.entries((schema.properties ?? {}) as Record<string, OpenAPISchema>).map(
    ([name, property]) => [name, described(property, fields[name], version)] as const,
  )
  return { ...definitions, [objectMeta]: { description, ...schema, properties: Object.fromEntries(properties) } }
}

/** Version 3 takes nothing beside a reference. */
function described(property: OpenAPISchema, text: string | undefined, version: OpenAPIVersion): OpenAPISchema {
  if (text === undefined) return property
  const alone = version === 'v3' && property.$ref !== undefined
  return alone ? { description: text, allOf: [property] } : { description: text, ...property }
}
