/** A part of an expression. `at` is where Go's compiler points: the operator, the dot, the opening bracket. */
export type CELNode =
  | { readonly op: 'literal'; readonly at: number; readonly type: string; readonly value: string }
  | { readonly op: 'name'; readonly at: number; readonly name: string }
  | {
      readonly op: 'select'
      readonly at: number
      readonly fieldAt: number
      readonly of: CELNode
      readonly field: string
      readonly optional: boolean
    }
  | {
      readonly op: 'call'
      readonly at: number
      readonly name: string
      readonly target?: CELNode
      readonly args: readonly CELNode[]
    }
  | { readonly op: 'list'; readonly at: number; readonly items: readonly CELItem[] }
  | { readonly op: 'map'; readonly at: number; readonly entries: readonly (readonly [CELItem, CELNode])[] }
  | {
      readonly op: 'message'
      readonly at: number
      readonly name: string
      readonly fields: readonly {
        readonly name: string
        readonly at: number
        readonly value: CELNode
        readonly optional: boolean
      }[]
    }

/** An item of a list, or the key of an entry; `[?x]` has the item only when there is a value. */
export interface CELItem {
  readonly node: CELNode
  readonly optional: boolean
}

/** The expressions directly within another. */
export function partsOfNode(node: CELNode): readonly CELNode[] {
  switch (node.op) {
    case 'select':
      return [node.of]
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args]
    case 'list':
      return node.items.map((item) => item.node)
    case 'map':
      return node.entries.flatMap(([key, value]) => [key.node, value])
    case 'message':
      return node.fields.map(({ value }) => value)
    default:
      return []
  }
}
