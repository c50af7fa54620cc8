import { JSONCursor, openBrace, openBracket, quotationMark } from './json-cursor.js'
import { type JSONNode, NumberLiteral, ObjectNode } from './json-document.js'

/** An open array or object, and the name waiting for its value. */
interface Frame {
  readonly node: JSONNode[] | ObjectNode
  name: string
}

/**
 * Reads a JSON text without losing anything: member order, duplicate names and number text stay visible.
 *
 * It takes exactly the texts that Go's `encoding/json` takes, and needs no stack for nested input.
 *
 * @throws JSONSyntaxError with Go's message and the position, also for nesting deeper than 10,000.
 */
export function parseDocument(text: string): JSONNode {
  const cursor = new JSONCursor(text)
  const stack: Frame[] = []
  for (;;) {
    let value = read(cursor, stack)
    if (value === undefined) continue
    for (;;) {
      const frame = stack.at(-1)
      if (frame === undefined) {
        cursor.end()
        return value
      }
      store(frame, value)
      if (cursor.more()) {
        readName(cursor, frame)
        break
      }
      stack.pop()
      value = frame.node
      if (value instanceof ObjectNode) value.end = cursor.at
    }
  }
}

/** Reads a scalar or an empty container; enters any other container and returns undefined. */
function read(cursor: JSONCursor, stack: Frame[]): JSONNode | undefined {
  const byte = cursor.peek()
  if (byte === openBrace || byte === openBracket)
    return enter(cursor, byte === openBrace ? new ObjectNode() : [], stack)
  if (byte === quotationMark) return cursor.string()
  const start = cursor.at
  cursor.passScalar()
  const text = cursor.text.slice(start, cursor.at)
  return text === 'null' ? null : text === 'true' || (text === 'false' ? false : new NumberLiteral(text))
}

function enter(cursor: JSONCursor, node: JSONNode[] | ObjectNode, stack: Frame[]): JSONNode | undefined {
  if (node instanceof ObjectNode) node.start = cursor.at
  if (cursor.enter()) {
    const frame = { node, name: '' }
    stack.push(frame)
    readName(cursor, frame)
    return undefined
  }
  if (node instanceof ObjectNode) node.end = cursor.at
  return node
}

/** Reads `"name":` of the next member of an object. */
function readName(cursor: JSONCursor, frame: Frame): void {
  if (!(frame.node instanceof ObjectNode)) return
  cursor.peek()
  frame.node.offsets.push(cursor.at)
  frame.name = cursor.name()
}

function store({ node, name }: Frame, value: JSONNode): void {
  if (Array.isArray(node)) {
    node.push(value)
    return
  }
  node.names.push(name)
  node.values.push(value)
}
