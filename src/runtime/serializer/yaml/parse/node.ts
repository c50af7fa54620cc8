import type { TextPosition } from '../../../../errors/machinery-error.js'

/** Common properties of nodes. */
interface NodeBase {
  /** Where the node starts, its anchor and tag included. */
  readonly start: TextPosition
  /** Offset after the node. */
  readonly end: number
  /** In full, as in `tag:yaml.org,2002:int`; empty for none. */
  readonly tag: string
}

/** Text. */
export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar'
  readonly value: string
  /** The type is resolved from the text: it has no quotes and no tag, or the tag `!`. */
  readonly implicit: boolean
}

/** A list. */
export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence'
  readonly items: YAMLNode[]
}

/** Keys and values, in the order of the text; keys may repeat. */
export interface MappingNode extends NodeBase {
  readonly kind: 'mapping'
  readonly entries: MappingEntry[]
}

/** One key and its value. */
export interface MappingEntry {
  readonly key: YAMLNode
  readonly value: YAMLNode
}

/** Refers to the last node before it with that anchor; a node may contain an alias of itself. */
export interface AliasNode extends NodeBase {
  readonly kind: 'alias'
  readonly name: string
  readonly target: YAMLNode
}

/** A node of a YAML text. */
export type YAMLNode = ScalarNode | SequenceNode | MappingNode | AliasNode
