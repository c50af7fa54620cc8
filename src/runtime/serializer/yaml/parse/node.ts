import type { TextPosition } from '../../../../errors/machinery-error.js'

/** What every node has. */
interface NodeBase {
  /** Where the node starts, its anchor and tag included. */
  readonly start: TextPosition
  /** Offset behind the node. */
  readonly end: number
  /** In full, as in `tag:yaml.org,2002:int`; empty for none. */
  readonly tag: string
}

/** Text. */
export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar'
  readonly value: string
  /** What the text means is to be told from it: it has no quotes and no tag, or the tag `!`. */
  readonly implicit: boolean
}

/** A list. */
export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence'
  readonly items: YAMLNode[]
}

/** Keys and values, in the order of the text; keys may stand twice. */
export interface MappingNode extends NodeBase {
  readonly kind: 'mapping'
  readonly entries: MappingEntry[]
}

/** One key and its value. */
export interface MappingEntry {
  readonly key: YAMLNode
  readonly value: YAMLNode
}

/** Stands for the last node before it with that anchor; a node may hold an alias of itself. */
export interface AliasNode extends NodeBase {
  readonly kind: 'alias'
  readonly name: string
  readonly target: YAMLNode
}

/** What a YAML text is made of. */
export type YAMLNode = ScalarNode | SequenceNode | MappingNode | AliasNode
