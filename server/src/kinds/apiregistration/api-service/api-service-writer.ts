import type { Client } from '@apimachinery/client'
import { APIService } from 'apimachinery/api/apiregistration/v1'
import { isAlreadyExists, isConflict, isNotFound } from 'apimachinery/errors'
import type { AggregatorOptions } from '../../../aggregator/aggregator.js'

/** Writes APIServices through the server itself. Objects that are created, deleted or changed in the meantime are reconciled by that change. */
export function apiServiceWriter(client: Client): AggregatorOptions['writer'] {
  const resource = client.resource(APIService)
  const unlessChanged = async (write: Promise<unknown>): Promise<void> => {
    try {
      await write
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error) && !isAlreadyExists(error)) throw error
    }
  }
  return {
    create: (apiService) => unlessChanged(resource.create(apiService)),
    update: (apiService) => unlessChanged(resource.update(apiService)),
    updateStatus: (apiService) => unlessChanged(resource.updateStatus(apiService)),
    delete: (name, uid) => unlessChanged(resource.delete(name, { preconditions: { uid } })),
  }
}
