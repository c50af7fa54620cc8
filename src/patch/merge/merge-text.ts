import { tryDecodeUtf8 } from '../../internal/utf8.js'
import { exceedsNesting } from '../../json/nesting.js'
import { parseQuickly } from '../../json/parse-json.js'
import { CompactScanner, ifSimple, notSimple, setNew } from '../compact-scanner.js'
import { type DocumentText, TextScan } from '../document-text.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { boundedDepth } from '../patch-error.js'
import { UnchangedText } from '../unchanged-text.js'
import { writeSorted } from '../write-sorted.js'
import { mergeMaps } from './merge-value.js'

/** Shorter texts nest less than Go allows. */
const tooShortToNest = 20_000
/** Characters and escapes of strings that are written differently than they are read. */
const rewritten = /[\u0080-\uffff]|\\[^"\\bfnrt]/

/**
 * Applies a JSON merge patch to the text of an object: parses only the members of the objects that the patch changes, and
 * writes the others as they are. Undefined for texts that have to be read as a whole: what is not JSON, what Go would write
 * differently, and a patch with numbers of other notation.
 */
export function mergeText(original: DocumentText, patch: DocumentText): string | undefined {
  const change = readPatch(wellFormed(patch))
  const text = change === undefined ? undefined : wellFormed(original)
  if (change === undefined || text === undefined) return undefined
  return boundedDepth(() => {
    const before = ifSimple(() => readObject(text, change))
    return before === undefined ? undefined : writeSorted(mergeMaps(before, change, false), false)
  })
}

function wellFormed(document: DocumentText): string | undefined {
  return typeof document === 'string' ? document : tryDecodeUtf8(document)
}

/** An object whose text holds nothing that its value does not. */
function readPatch(text: string | undefined): JSONMap | undefined {
  if (text === undefined) return undefined
  const scan = new TextScan(text)
  if (scan.odd || (!scan.plain && rewritten.test(text))) return undefined
  const value = parseQuickly(text)
  return isMap(value) && (text.length < tooShortToNest || !exceedsNesting(value)) ? value : undefined
}

function readObject(text: string, patch: JSONMap): JSONMap {
  const scanner = new CompactScanner(text)
  if (scanner.opens !== 'object') throw notSimple
  const map = readMap(scanner, patch)
  scanner.end()
  return map
}

function readMap(scanner: CompactScanner, patch: JSONMap): JSONMap {
  const map: JSONMap = {}
  scanner.each(() => {
    const name = scanner.name()
    const change = own(patch, name)
    const isObject = scanner.opens === 'object'
    // An array that replaces an object is written as it is in the patch.
    if (isObject && Array.isArray(change)) throw notSimple
    setNew(map, name, isObject && isMap(change) ? readMap(scanner, change) : new UnchangedText(scanner.value()))
  })
  return map
}
