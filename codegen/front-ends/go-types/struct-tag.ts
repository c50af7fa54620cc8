import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import { unquoteGo } from './read-type-expression.js'

/** Reads a Go struct tag (`json:"a,omitempty" protobuf:"…"`) as a table; a malformed tag is reported. */
export function parseStructTag(tag: string, diagnostics: Diagnostics, span?: SourceSpan): Map<string, string> {
  const table = new Map<string, string>()
  const pair = /\s*([^\s":]+):("(?:\\.|[^"\\])*")/y
  let end = 0
  for (let match = pair.exec(tag); match !== null; match = pair.exec(tag)) {
    table.set(match[1]!, unquoteGo(match[2]!))
    end = pair.lastIndex
  }
  if (tag.slice(end).trim() !== '') {
    diagnostics.error('go-tag', `malformed struct tag: expected key:"value" at "${tag.slice(end).trim()}"`, span)
  }
  return table
}

/** The `json` part of a struct tag. */
export interface JSONTag {
  /** Empty when the tag names nothing. */
  readonly name: string
  readonly skip: boolean
  readonly omitEmpty: boolean
  readonly omitZero: boolean
  /** `,string`: numbers as text. */
  readonly asString: boolean
}

/** Reads the value of a `json` tag. */
export function parseJSONTag(value: string): JSONTag {
  const [name = '', ...flags] = value.split(',')
  return {
    name,
    skip: value === '-',
    omitEmpty: flags.includes('omitempty'),
    omitZero: flags.includes('omitzero'),
    asString: flags.includes('string'),
  }
}

/** The `protobuf` part of a struct tag. */
export interface ProtobufTag {
  readonly wire: string
  readonly number: number
  readonly name: string | undefined
  readonly packed: boolean
}

/** Reads the value of a `protobuf` tag; `undefined` and a diagnostic when it has no valid number. */
export function parseProtobufTag(value: string, diagnostics: Diagnostics, span?: SourceSpan): ProtobufTag | undefined {
  if (value === '-') return undefined
  const [wire = '', number = '', ...flags] = value.split(',')
  if (!/^[1-9]\d*$/.test(number) || Number(number) > 536870911) {
    diagnostics.error('go-tag', `protobuf tag "${value}": "${number}" is not a field number`, span)
    return undefined
  }
  return {
    wire,
    number: Number(number),
    name: flags.find((flag) => flag.startsWith('name='))?.slice('name='.length),
    packed: flags.includes('packed'),
  }
}
