import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'
import { messageOf } from '../../../errors/message-of.js'
import { isStrictDecodingError, StrictDecodingError } from '../../strict-decoding-error.js'

/** How a path begins that leads into the only item of a list. */
const onlyItem = 'items[0]'

/**
 * The error of decoding the list that holds one item, as that of decoding the whole list: paths name the item by its place
 * in it. `cause` is the error itself.
 */
export function atItem(error: unknown, index: number): MachineryError {
  const item = `items[${index}]`
  const renamed = (text: string): string => text.replaceAll(onlyItem, item)
  if (isStrictDecodingError(error)) {
    const findings = error.findings.map(({ path, message }) => ({
      path: path === undefined ? path : renamed(path),
      message: renamed(message),
    }))
    return new StrictDecodingError(findings, { path: item, decoded: error.decoded, cause: error })
  }
  const message = messageOf(error)
  const path = isMachineryError(error) ? error.path : undefined
  const details = { path: pathOf(path, item), cause: error }
  return new MachineryError(isMachineryError(error) ? error.code : 'InvalidItem', renamed(message), details)
}

function pathOf(path: string | undefined, item: string): string {
  if (path === undefined || path === '') return item
  if (path.startsWith(onlyItem)) return item + path.slice(onlyItem.length)
  return path.startsWith('[') ? item + path : `${item}.${path}`
}
