import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type Scalar, type YAMLMap } from 'yaml'
import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { setOwn } from '../../../json/json-value.js'
import { AliasBudget } from './alias-budget.js'
import { bindAliases } from './bind-aliases.js'
import { checkFlowKey } from './check-flow-key.js'
import type { ComposedDocument } from './compose.js'
import { goSyntax } from './go-syntax.js'
import { type Key, keyOf } from './map-key.js'
import { resolveNode } from './resolve-node.js'
import type { Resolved } from './resolve-scalar.js'
import { YAMLDuplicateKeysError, YAMLSyntaxError, yamlError } from './yaml-error.js'

/** Aliases may nest what the text does not; the text itself is checked before. */
const maxDepth = 1000

type Node = ParsedNode | null | undefined

interface Finding {
  readonly message: string
  readonly position: TextPosition
}

/** A mapping that is being filled, and the keys it has: `1` and `"1"` are two of them until they become text. */
interface Filling {
  readonly object: JSONObject
  readonly keys: Set<string>
}

/** Turns the nodes of one document into JSON values by the rules of Go's decoder. */
class NodeDecoder {
  readonly #document: ComposedDocument
  readonly #strict: boolean
  readonly #targets: ReadonlyMap<ParsedNode, ParsedNode>
  readonly #open = new Set<ParsedNode>()
  readonly #budget = new AliasBudget()
  readonly #findings: Finding[] = []
  #keyError: YAMLSyntaxError | undefined
  #depth = 0

  constructor(document: ComposedDocument, strict: boolean) {
    this.#document = document
    this.#strict = strict
    this.#targets = bindAliases(document)
  }

  decode(): JSONValue {
    const { root } = this.#document
    this.#budget.count()
    const value = root === null ? null : this.#decode(root)
    if (this.#findings.length > 0) throw new YAMLDuplicateKeysError(this.#findings)
    if (this.#keyError !== undefined) throw this.#keyError
    return value
  }

  #decode(node: Node): JSONValue {
    this.#budget.count()
    if (node === null || node === undefined) return null
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.#decode(target))
    if (isScalar(node)) return this.#decodeScalar(node)
    if (++this.#depth > maxDepth) throw this.#error(node, `exceeded max depth of ${maxDepth}`)
    const value = isSeq(node) ? node.items.map((item) => this.#decode(item as Node)) : this.#decodeMap(node as YAMLMap)
    this.#depth--
    return value
  }

  #throughAlias<T>(alias: ParsedNode, read: (target: ParsedNode) => T): T {
    if (this.#open.has(alias)) {
      const { source } = alias as unknown as { source: string }
      throw this.#error(alias, `anchor '${source}' value contains itself`)
    }
    this.#open.add(alias)
    if (++this.#depth > maxDepth) throw this.#error(alias, `exceeded max depth of ${maxDepth}`)
    this.#budget.enter()
    const value = read(this.#targets.get(alias) as ParsedNode)
    this.#budget.leave()
    this.#depth--
    this.#open.delete(alias)
    return value
  }

  #resolve(node: Scalar.Parsed): Resolved {
    return resolveNode(this.#document, node)
  }

  #decodeScalar(node: Scalar.Parsed): JSONValue {
    const resolved = this.#resolve(node)
    if (resolved.kind === 'float' && !Number.isFinite(resolved.value)) {
      const { value } = resolved
      const text = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
      throw new YAMLSyntaxError(`json: unsupported value: ${text}`, { position: this.#positionOf(node) })
    }
    return resolved.value
  }

  #decodeMap(map: YAMLMap): JSONObject {
    const filling: Filling = { object: {}, keys: new Set() }
    this.#fill(map, filling)
    return filling.object
  }

  #fill(map: YAMLMap, filling: Filling): void {
    for (const pair of map.items as Pair<ParsedNode, ParsedNode | null>[]) {
      if (map.flow === true) checkFlowKey(this.#document, pair)
      if (isMergeKey(pair.key)) this.#merge(pair.value, filling)
      else this.#addPair(pair, filling)
    }
  }

  #addPair({ key: keyNode, value: valueNode }: Pair<ParsedNode, ParsedNode | null>, filling: Filling): void {
    const key = this.#decodeKey(keyNode)
    const value = this.#decode(valueNode)
    if (key.text === undefined) {
      const message = `unsupported map key of type: ${key.type}, key: ${key.shown}, value: ${goSyntax(value)}`
      this.#keyError ??= new YAMLSyntaxError(message, { position: this.#positionOf(keyNode) })
    }
    if (this.#strict && filling.keys.has(key.id)) {
      const position = this.#positionOf(valueNode ?? keyNode)
      this.#findings.push({ message: `line ${position.line}: key ${key.shown} already set in map`, position })
      return
    }
    filling.keys.add(key.id)
    if (key.text !== undefined) setOwn(filling.object, key.text, value)
  }

  #decodeKey(node: Node): Key {
    if (isAlias(node)) {
      this.#budget.count()
      return this.#throughAlias(node, (target) => this.#decodeKey(target))
    }
    if (isSeq(node) || isMap(node)) {
      throw this.#error(node, `invalid map key: ${goSyntax(this.#decode(node))}`)
    }
    this.#budget.count()
    return keyOf(isScalar(node) ? this.#resolve(node) : { kind: 'null', value: null })
  }

  #merge(node: Node, filling: Filling): void {
    // Earlier mappings of a list take precedence, so they are written last.
    if (isSeq(node)) for (const item of node.items.toReversed()) this.#mergeOne(item as Node, filling)
    else this.#mergeOne(node, filling)
  }

  #mergeOne(node: Node, filling: Filling): void {
    const target = isAlias(node) ? this.#targets.get(node) : node
    if (!isMap(target)) throw this.#error(node, 'map merge requires map or sequence of maps as the value')
    this.#budget.count()
    if (isAlias(node)) {
      this.#throughAlias(node, () => {
        this.#budget.count()
        this.#fill(target as YAMLMap, filling)
      })
    } else this.#fill(target as YAMLMap, filling)
  }

  #positionOf(node: Node): TextPosition {
    return this.#document.positionOf(node?.range?.[0] ?? 0)
  }

  #error(node: Node, message: string): YAMLSyntaxError {
    return yamlError(message, this.#positionOf(node))
  }
}

function isMergeKey(node: Node): boolean {
  if (!isScalar(node) || node.value !== '<<') return false
  return node.tag === undefined ? node.type === 'PLAIN' : node.tag === '!' || node.tag === 'tag:yaml.org,2002:merge'
}

/**
 * Reads the value of a parsed document.
 *
 * @throws YAMLDuplicateKeysError when `strict`, with every key that stands twice in its mapping.
 * @throws YAMLSyntaxError for unknown anchors, excessive aliasing, keys JSON has no text for, values JSON cannot hold.
 */
export function decodeNodes(document: ComposedDocument, strict: boolean): JSONValue {
  return new NodeDecoder(document, strict).decode()
}
