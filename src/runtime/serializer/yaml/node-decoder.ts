import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import type { TextPosition } from '../../../errors/machinery-error.js'
import { setOwn } from '../../../json/json-value.js'
import { AliasBudget } from './alias-budget.js'
import { goSyntax } from './go-syntax.js'
import { type Key, mapKey } from './map-key.js'
import type { AliasNode, MappingEntry, MappingNode, ScalarNode, YAMLNode } from './parse/node.js'
import { resolveNode } from './resolve-node.js'
import { YAMLDuplicateKeysError, YAMLSyntaxError, yamlError } from './yaml-error.js'

/** Aliases may nest what the text does not; the text itself is checked before. */
const maxDepth = 1000

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
  readonly #strict: boolean
  readonly #open = new Set<YAMLNode>()
  readonly #budget = new AliasBudget()
  readonly #findings: Finding[] = []
  /** Values without a JSON form: a key by its object, infinities and NaN by themselves. */
  readonly #unfit = new Map<JSONValue, YAMLSyntaxError>()
  #depth = 0

  constructor(strict: boolean) {
    this.#strict = strict
  }

  decode(root: YAMLNode | undefined): JSONValue {
    this.#budget.count()
    const value = root === undefined ? null : this.#decode(root)
    if (this.#findings.length > 0) throw new YAMLDuplicateKeysError(this.#findings)
    if (this.#unfit.size > 0) this.#checkFit(value)
    return value
  }

  /** Refuses what has no form in JSON unless something later has taken its place. */
  #checkFit(value: JSONValue): void {
    const error = this.#unfit.get(value)
    if (error !== undefined) throw error
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) this.#checkFit(member)
  }

  #decode(node: YAMLNode): JSONValue {
    this.#budget.count()
    if (node.kind === 'alias') return this.#throughAlias(node, (target) => this.#decode(target))
    if (node.kind === 'scalar') return this.#decodeScalar(node)
    if (++this.#depth > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`, node.start)
    const value = node.kind === 'sequence' ? node.items.map((item) => this.#decode(item)) : this.#decodeMap(node)
    this.#depth--
    return value
  }

  #throughAlias<T>(alias: AliasNode, read: (target: YAMLNode) => T): T {
    if (this.#open.has(alias)) throw yamlError(`anchor '${alias.name}' value contains itself`, alias.start)
    this.#open.add(alias)
    if (++this.#depth > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`, alias.start)
    this.#budget.enter()
    const value = read(alias.target)
    this.#budget.leave()
    this.#depth--
    this.#open.delete(alias)
    return value
  }

  #decodeScalar(node: ScalarNode): JSONValue {
    this.#budget.countText(node.value.length)
    const { kind, value } = resolveNode(node)
    if (kind === 'float' && !Number.isFinite(value)) {
      const text = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
      this.#unfit.set(value, new YAMLSyntaxError(`json: unsupported value: ${text}`, { position: node.start }))
    }
    return value
  }

  #decodeMap(map: MappingNode): JSONObject {
    const filling: Filling = { object: {}, keys: new Set() }
    this.#fill(map, filling)
    return filling.object
  }

  #fill(map: MappingNode, filling: Filling): void {
    for (const entry of map.entries) {
      if (isMergeKey(entry.key)) this.#merge(entry.value, filling)
      else this.#addEntry(entry, filling)
    }
  }

  #addEntry({ key: keyNode, value: valueNode }: MappingEntry, filling: Filling): void {
    const key = this.#decodeKey(keyNode)
    const value = this.#decode(valueNode)
    if (key.text === undefined && !this.#unfit.has(filling.object)) {
      const message = `unsupported map key of type: ${key.type}, key: ${key.shown}, value: ${goSyntax(value)}`
      this.#unfit.set(filling.object, new YAMLSyntaxError(message, { position: keyNode.start }))
    }
    if (this.#strict && filling.keys.has(key.id)) {
      const position = valueNode.start
      this.#findings.push({ message: `line ${position.line}: key ${key.shown} already set in map`, position })
      return
    }
    filling.keys.add(key.id)
    if (key.text !== undefined) setOwn(filling.object, key.text, value)
  }

  #decodeKey(node: YAMLNode): Key {
    this.#budget.count()
    if (node.kind === 'alias') return this.#throughAlias(node, (target) => this.#decodeKey(target))
    if (node.kind === 'scalar') {
      this.#budget.countText(node.value.length)
      return mapKey(resolveNode(node))
    }
    throw yamlError(`invalid map key: ${goSyntax(this.#decode(node))}`, node.start)
  }

  #merge(node: YAMLNode, filling: Filling): void {
    // Earlier mappings of a list take precedence, so they are written last.
    if (node.kind === 'sequence') for (const item of node.items.toReversed()) this.#mergeOne(item, filling)
    else this.#mergeOne(node, filling)
  }

  #mergeOne(node: YAMLNode, filling: Filling): void {
    const target = node.kind === 'alias' ? node.target : node
    if (target.kind !== 'mapping') {
      throw yamlError('map merge requires map or sequence of maps as the value', node.start)
    }
    this.#budget.count()
    if (++this.#depth > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`, node.start)
    if (node.kind === 'alias') {
      this.#throughAlias(node, () => {
        this.#budget.count()
        this.#fill(target, filling)
      })
    } else this.#fill(target, filling)
    this.#depth--
  }
}

function isMergeKey(node: YAMLNode): boolean {
  if (node.kind !== 'scalar' || node.value !== '<<') return false
  return node.implicit || node.tag === 'tag:yaml.org,2002:merge'
}

/**
 * Reads the value of a parsed document.
 *
 * @throws YAMLDuplicateKeysError if `strict`, with every duplicate key.
 * @throws YAMLSyntaxError for unknown anchors, excessive aliasing, keys without a JSON text, values that JSON cannot
 * represent.
 */
export function decodeNodes(root: YAMLNode | undefined, strict: boolean): JSONValue {
  return new NodeDecoder(strict).decode(root)
}
