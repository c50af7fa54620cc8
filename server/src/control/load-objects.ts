import { isStatusError, messageOf } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { fieldPath, invalid } from 'apimachinery/validation'
import type { TestServer } from '../testing/test-server.js'
import { invalidBody } from './control-errors.js'

/** Creates the objects of a request. @throws StatusError with the field of an object that is refused */
export async function loadObjects(server: TestServer, objects: readonly JSONObject[]): Promise<void> {
  try {
    await server.load(objects)
  } catch (error) {
    const message = messageOf(error)
    const [, index] = /^objects\[(\d+)\]: /.exec(message) ?? []
    if (index === undefined && !isStatusError(error)) throw error
    const field = index === undefined ? 'objects' : `objects[${index}]`
    const { kind, metadata } = (objects[Number(index ?? 0)] ?? {}) as { kind?: unknown; metadata?: { name?: unknown } }
    const shown = [kind, metadata?.name].filter((part) => typeof part === 'string').join(' ')
    throw invalidBody([invalid(fieldPath(field), shown, message.replace(/^objects\[\d+\]: /, ''))])
  }
}
