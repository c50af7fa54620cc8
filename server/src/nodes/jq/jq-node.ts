import type { JQValue } from './jq-value.js'

/** Operators between two expressions. */
export type JQOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | '//'
  | '|'
  | ','

/** An expression of jq. */
export type JQNode =
  | { readonly kind: 'identity' | 'descent' }
  | { readonly kind: 'constant'; readonly value: JQValue }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'index'; readonly of: JQNode; readonly key: JQNode }
  | { readonly kind: 'slice'; readonly of: JQNode; readonly from: JQNode | undefined; readonly to: JQNode | undefined }
  | { readonly kind: 'each'; readonly of: JQNode }
  | { readonly kind: 'try'; readonly body: JQNode; readonly otherwise: JQNode | undefined }
  | { readonly kind: 'negative'; readonly of: JQNode }
  | { readonly kind: 'operator'; readonly operator: JQOperator; readonly left: JQNode; readonly right: JQNode }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly JQNode[] }
  | { readonly kind: 'list'; readonly of: JQNode | undefined }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: JQNode, value: JQNode])[] }
  | { readonly kind: 'text'; readonly parts: readonly JQNode[] }
  | { readonly kind: 'if'; readonly test: JQNode; readonly then: JQNode; readonly otherwise: JQNode | undefined }
  | { readonly kind: 'bind'; readonly of: JQNode; readonly name: string; readonly body: JQNode }
  | {
      readonly kind: 'reduce'
      readonly of: JQNode
      readonly name: string
      readonly start: JQNode
      readonly update: JQNode
    }
