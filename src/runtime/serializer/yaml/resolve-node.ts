import { tryDecodeBase64 } from '../../../internal/base64.js'
import { decodeUtf8 } from '../../../internal/utf8.js'
import type { ScalarNode } from './parse/node.js'
import { type Resolved, resolvePlain } from './resolve-scalar.js'
import { yamlError } from './yaml-error.js'

const standard = 'tag:yaml.org,2002:'

const kindTags: Readonly<Record<Resolved['kind'], string>> = {
  str: '!!str',
  timestamp: '!!timestamp',
  null: '!!null',
  bool: '!!bool',
  int: '!!int',
  uint: '!!int',
  float: '!!float',
  // It is a merge key only without another tag.
  merge: '!!str',
}

function binary(text: string): Resolved {
  const bytes = tryDecodeBase64(text)
  if (typeof bytes === 'number') throw yamlError('!!binary value contains invalid base64 data')
  return { kind: 'str', value: decodeUtf8(bytes) }
}

/** Applies a tag that names a scalar type to text of any style. */
function resolveTagged(tag: string, text: string): Resolved {
  const resolved = resolvePlain(text)
  // Text may only resemble a timestamp, and is one only without another tag.
  const found: Resolved =
    resolved.kind === 'timestamp' && tag !== '!!timestamp' ? { kind: 'str', value: text } : resolved
  const kind = kindTags[found.kind]
  if (kind === tag) return found
  if (tag === '!!float' && found.kind === 'int') return { kind: 'float', value: Number(found.value) }
  throw yamlError(`cannot decode ${kind} \`${text}\` as a ${tag}`)
}

/**
 * Resolves a scalar, by its tag or, if it is unquoted, by its text.
 *
 * @throws YAMLSyntaxError for text that does not fit its tag.
 */
export function resolveNode({ tag, value, implicit }: ScalarNode): Resolved {
  const short = tag.startsWith(standard) ? `!!${tag.slice(standard.length)}` : tag
  switch (short) {
    case '':
      return implicit ? resolvePlain(value) : { kind: 'str', value }
    case '!!bool':
    case '!!int':
    case '!!float':
    case '!!null':
    case '!!timestamp':
      return resolveTagged(short, value)
    case '!!binary':
      return binary(value)
    default:
      return { kind: 'str', value }
  }
}
