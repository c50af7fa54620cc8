import type { Client } from '@apimachinery/client'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'

/** Writes the status of definitions through the server itself; `undefined` where a definition has gone or changed. */
export function definitionStatusWriter(
  client: Client,
): (definition: CustomResourceDefinition) => Promise<CustomResourceDefinition | undefined> {
  const resource = client.resource(CustomResourceDefinition)
  return async (definition) => {
    try {
      return await resource.updateStatus(definition)
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return undefined
      throw error
    }
  }
}
