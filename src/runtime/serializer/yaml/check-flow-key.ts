import type { CST, Pair } from 'yaml'
import type { ComposedDocument } from './compose.js'
import { yamlError } from './yaml-error.js'

const maxKeyLength = 1024

/** The text from the start of a key to its colon; `undefined` for a key after `?` or without a colon. */
function keyExtent(text: string, item: CST.CollectionItem): string | undefined {
  if (item.start.some(({ type }) => type === 'explicit-key-ind')) return undefined
  const colon = item.sep?.find(({ type }) => type === 'map-value-ind')
  const key = item.key
  if (colon === undefined || key === undefined || key === null) return undefined
  return text.slice(key.offset, colon.offset)
}

/**
 * Refuses a key in a flow mapping that does not stand on one line with its colon, as YAML 1.1 asks.
 *
 * @throws YAMLSyntaxError in Go's wording.
 */
export function checkFlowKey({ text, positionOf }: ComposedDocument, { srcToken }: Pair): void {
  if (srcToken === undefined) return
  const extent = keyExtent(text, srcToken)
  if (extent === undefined || (extent.length <= maxKeyLength && !extent.includes('\n'))) return
  const position = positionOf((srcToken.key as CST.Token).offset + extent.length)
  const line = position.line > 1 ? `line ${position.line - 1}: ` : ''
  throw yamlError(`${line}did not find expected ',' or '}'`, position)
}
