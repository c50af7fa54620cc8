interface WithMetadata {
  metadata?: { managedFields?: unknown }
  items?: WithMetadata[]
  rows?: { object?: WithMetadata }[]
}

/** Leaves managed fields out of an object, the items of a list, and the rows of a table; JSON text in and out. */
export function withoutManagedFields(text: string): string {
  if (!text.includes('"managedFields"')) return text
  const object: WithMetadata = JSON.parse(text)
  strip(object)
  for (const item of object.items ?? []) strip(item)
  for (const row of object.rows ?? []) strip(row.object)
  return JSON.stringify(object)
}

function strip(object: WithMetadata | null | undefined): void {
  if (object?.metadata !== null && typeof object?.metadata === 'object') delete object.metadata.managedFields
}
