import { MachineryError } from '../../errors/machinery-error.js'
import { goTypeName } from './go-value-text.js'
import { notAList } from './not-a-list.js'
import type { KubernetesObject } from './typed-object.js'
import { isUnstructured, Unstructured } from './unstructured.js'

/** Reports whether an object is a list: it has an `items` property that is a list of any length. */
export function isList(object: object): boolean {
  return Object.hasOwn(object, 'items') && Array.isArray((object as { items?: unknown }).items)
}

/**
 * Calls `visit` for every item of a list, in order. Items of an unstructured list are {@link Unstructured} and share their
 * contents with the list.
 *
 * @throws {@link MachineryError} `NotAList`, and errors of `visit`.
 */
export function visitItems(list: object, visit: (item: KubernetesObject, index: number) => void): void {
  if (!Object.hasOwn(list, 'items')) throw notAList(list, 'content is not a list')
  const { items }: { items?: unknown } = list
  if (!Array.isArray(items)) throw new MachineryError('NotAList', `content is not a list: ${goTypeName(items)}`)
  items.forEach((item: unknown, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      const message = `items member is not an object: ${goTypeName(item)}`
      throw new MachineryError('NotAList', message, { path: `items[${index}]` })
    }
    const plain = isUnstructured(list) && Object.getPrototypeOf(item) === Object.prototype
    visit(plain ? new Unstructured(item) : item, index)
  })
}
