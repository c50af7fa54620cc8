import type { TextPosition } from '../../../../errors/machinery-error.js'

/** The type of a token. Blocks start and end where the indentation changes. */
export type TokenType =
  | 'streamEnd'
  | 'versionDirective'
  | 'tagDirective'
  | 'documentStart'
  | 'documentEnd'
  | 'blockSequenceStart'
  | 'blockMappingStart'
  | 'blockEnd'
  | 'flowSequenceStart'
  | 'flowSequenceEnd'
  | 'flowMappingStart'
  | 'flowMappingEnd'
  | 'blockEntry'
  | 'flowEntry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'

/** One piece of a YAML text. */
export interface Token {
  readonly type: TokenType
  readonly start: TextPosition
  /** Offset after the token. */
  readonly end: number
  /** Text of a scalar, name of an anchor or alias, handle of a tag, version of a directive. */
  readonly value: string
  /** The part after the handle of a tag; in a directive, the prefix. */
  readonly suffix: string
  /** An unquoted scalar that is not a block scalar. */
  readonly plain: boolean
}

/** Makes a token without text. */
export function bareToken(type: TokenType, start: TextPosition, length = 0): Token {
  return { type, start, end: start.offset + length, value: '', suffix: '', plain: false }
}

/** The parts of a token with text. */
export type TextTokenParts = Pick<Token, 'start' | 'end' | 'value'> & Partial<Token>

/** Makes a token with text. */
export function textToken(type: TokenType, parts: TextTokenParts): Token {
  return { type, suffix: '', plain: false, ...parts }
}
