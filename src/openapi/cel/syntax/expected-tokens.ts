import type { TokenKind } from './cel-tokens.js'

/** The tokens that may begin a value, in the order of Go's parser. */
export const operands: string =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

/** After `(` of arguments. */
export const argumentsOrEnd: string = /* @__PURE__ */ operands.replace("'.'", "')', '.'")

/** After `[` of a list. */
export const itemOrEnd: string = /* @__PURE__ */ operands
  .replace("'{'", "']', '{'")
  .replace("'.'", "'.', ','")
  .replace("'!'", "'!', '?'")

/** After `{` of a map. */
export const entryOrEnd: string = /* @__PURE__ */ operands
  .replace("'('", "'}', '('")
  .replace("'.'", "'.', ','")
  .replace("'!'", "'!', '?'")

/** After `[` of an index. */
export const indexStart: string = /* @__PURE__ */ operands.replace("'!'", "'!', '?'")

/** The kinds of tokens that begin an operand. */
export const beginsOperand: ReadonlySet<TokenKind> = /* @__PURE__ */ new Set([
  ...['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'],
  ...['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'],
])
