import type { Scalar } from 'yaml'
import { tryDecodeBase64 } from '../../../internal/base64.js'
import { decodeUtf8 } from '../../../internal/utf8.js'
import type { ComposedDocument } from './compose.js'
import { readFlowScalar } from './flow-scalar.js'
import { unmarkBreaks } from './odd-breaks.js'
import { type Resolved, resolvePlain } from './resolve-scalar.js'
import { scanError, YAMLSyntaxError, yamlError } from './yaml-error.js'

const standard = 'tag:yaml.org,2002:'

/** The text of a scalar, read by Go's rules from the source where the parser's own may differ. */
function textOf({ text, positionOf }: ComposedDocument, node: Scalar.Parsed): string {
  const [start, end] = node.range
  try {
    switch (node.type) {
      case 'PLAIN':
        return readFlowScalar(unmarkBreaks(text.slice(start, end)), 'plain')
      case 'QUOTE_SINGLE': {
        const inner = unmarkBreaks(text.slice(start + 1, end - 1))
        // The parser takes the second half of a doubled quote for the end.
        if (inner.replaceAll("''", '').includes("'")) throw yamlError('found unexpected end of stream')
        return readFlowScalar(inner, 'single')
      }
      case 'QUOTE_DOUBLE':
        return readFlowScalar(unmarkBreaks(text.slice(start + 1, end - 1)), 'double')
      default:
        return unmarkBreaks(blockText(text, node))
    }
  } catch (error) {
    if (!(error instanceof YAMLSyntaxError)) throw error
    throw scanError(error.message.replace(/^yaml: /, ''), positionOf(start))
  }
}

/** The text of a block scalar; the parser ends the last line of a stream even where nothing ends it. */
function blockText(text: string, { source, range }: Scalar.Parsed): string {
  const unended = range[1] >= text.length && /[^ \n][ \t]*$/.test(text.slice(text.lastIndexOf('\n') + 1))
  return unended && source.endsWith('\n') ? source.slice(0, -1) : source
}

function tagOf({ tag }: Scalar.Parsed): string {
  if (tag === undefined) return ''
  return tag.startsWith(standard) ? `!!${tag.slice(standard.length)}` : tag
}

const kindTags: Readonly<Record<Resolved['kind'], string>> = {
  str: '!!str',
  timestamp: '!!timestamp',
  null: '!!null',
  bool: '!!bool',
  int: '!!int',
  uint: '!!int',
  float: '!!float',
  merge: '!!merge',
}

function binary(text: string): Resolved {
  const bytes = tryDecodeBase64(text)
  if (typeof bytes === 'number') throw yamlError('!!binary value contains invalid base64 data')
  return { kind: 'str', value: decodeUtf8(bytes) }
}

/** Applies a tag that names a scalar type to text of any style. */
function resolveTagged(tag: string, text: string): Resolved {
  const resolved = resolvePlain(text)
  // Text may only look like a timestamp, and is one only if nothing else was asked for.
  const found: Resolved =
    resolved.kind === 'timestamp' && tag !== '!!timestamp' ? { kind: 'str', value: text } : resolved
  const kind = kindTags[found.kind]
  if (kind === tag) return found
  if (tag === '!!float' && found.kind === 'int') return { kind: 'float', value: Number(found.value) }
  throw yamlError(`cannot decode ${kind} \`${text}\` as a ${tag}`)
}

/**
 * Tells what a scalar means, by its tag or, where it is unquoted, by its text.
 *
 * @throws YAMLSyntaxError for text that does not fit its tag.
 */
export function resolveNode(document: ComposedDocument, node: Scalar.Parsed): Resolved {
  const text = textOf(document, node)
  const tag = tagOf(node)
  switch (tag) {
    case '':
      return node.type === 'PLAIN' ? resolvePlain(text) : { kind: 'str', value: text }
    case '!!bool':
    case '!!int':
    case '!!float':
    case '!!null':
    case '!!timestamp':
      return resolveTagged(tag, text)
    case '!!binary':
      return binary(text)
    default:
      return { kind: 'str', value: text }
  }
}
