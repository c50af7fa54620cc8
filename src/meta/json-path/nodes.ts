/** A float literal: the data of an object does not distinguish 5 from 5.0, a template does. */
export class FloatLiteral {
  constructor(readonly value: number) {}
}

/** One of the three numbers of an index or slice, which are 64-bit integers. */
export interface SliceBound {
  /** `undefined` if omitted. */
  readonly value: bigint | undefined
  /** Made from the index before it: `[3]` is `[3:4]`. */
  readonly derived: boolean
}

/** A step of a path, or a literal value. */
export type PathNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'literal'; readonly value: number | bigint | boolean | FloatLiteral }
  | { readonly type: 'identifier'; readonly name: string }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'slice'; readonly bounds: readonly [SliceBound, SliceBound, SliceBound] }
  | { readonly type: 'filter'; readonly left: PathNodes; readonly operator: string; readonly right: PathNodes }
  | { readonly type: 'union'; readonly paths: readonly PathNodes[] }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'list'; readonly nodes: PathNodes }

/** Steps that are taken one after another. */
export type PathNodes = readonly PathNode[]
