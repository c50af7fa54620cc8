import type { CST, Pair } from 'yaml'
import type { ComposedDocument } from './compose.js'
import { yamlError } from './yaml-error.js'

const maxKeyLength = 1024

/** The text from the start of a key to its colon; `undefined` for a key after `?` or without a colon. */
function keyExtent(text: string, item: CST.CollectionItem): string | undefined {
  if (item.start.some(({ type }) => type === 'explicit-key-ind')) return undefined
  const colon = item.sep?.find(({ type }) => type === 'map-value-ind')
  const { key } = item
  if (colon === undefined || key === undefined || key === null) return undefined
  return text.slice(key.offset, colon.offset)
}

/** Whether the colon belongs to the unquoted key itself, for want of white space behind it: `{a:, b:}`. */
function takesColon(text: string, { key }: CST.CollectionItem, extent: string): boolean {
  return key?.type === 'scalar' && /[,[\]{}]/.test(text[key.offset + extent.length + 1] ?? '')
}

/**
 * Refuses keys in flow collections that YAML 1.1 reads in another way than the parser: those that do not stand on one
 * line with their colon, and unquoted ones with a bracket or comma right behind it.
 *
 * @throws YAMLSyntaxError in Go's wording.
 */
export function checkFlowKey({ text, positionOf }: ComposedDocument, { srcToken }: Pair): void {
  const extent = srcToken === undefined ? undefined : keyExtent(text, srcToken)
  if (srcToken === undefined || extent === undefined) return
  const simple = extent.length <= maxKeyLength && !extent.includes('\n')
  if (simple && !takesColon(text, srcToken, extent)) return
  const position = positionOf((srcToken.key as CST.Token).offset + extent.length)
  const line = position.line > 1 ? `line ${position.line - 1}: ` : ''
  throw yamlError(`${line}did not find expected ',' or '}'`, position)
}
