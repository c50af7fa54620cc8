import type { Node } from 'web-tree-sitter'
import type { GoExpression } from './go-syntax.js'
import { type ReadContext, readTypeExpression, unquoteGo } from './read-type-expression.js'

const unknown: GoExpression = { form: 'unknown' }

/** Reads the expressions that constants and registrations are made of; anything else is `unknown`. */
export function readExpression(node: Node | null, context: ReadContext): GoExpression {
  if (node === null) return unknown
  switch (node.type) {
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return { form: 'literal', value: unquoteGo(node.text) }
    case 'int_literal':
    case 'float_literal':
      return readNumber(node.text)
    case 'rune_literal':
      return { form: 'literal', value: unquoteGo(node.text).codePointAt(0) ?? 0 }
    case 'true':
    case 'false':
      return { form: 'literal', value: node.type === 'true' }
    case 'identifier':
    case 'type_identifier':
    case 'iota':
      return { form: 'name', qualifier: undefined, name: node.text }
    case 'selector_expression':
      return readSelector(node)
    case 'parenthesized_expression':
      return readExpression(node.firstNamedChild, context)
    case 'unary_expression':
      return readUnary(node, context)
    case 'binary_expression':
      return {
        form: 'binary',
        operator: node.childForFieldName('operator')?.text ?? '',
        left: readExpression(node.childForFieldName('left'), context),
        right: readExpression(node.childForFieldName('right'), context),
      }
    case 'call_expression':
    case 'type_conversion_expression':
      return readCall(node, context)
    case 'composite_literal':
      return readComposite(node, context)
    default:
      return unknown
  }
}

function readNumber(text: string): GoExpression {
  const digits = text.replaceAll('_', '')
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits)
  return Number.isNaN(value) ? unknown : { form: 'literal', value }
}

function readSelector(node: Node): GoExpression {
  const operand = node.childForFieldName('operand')
  const name = node.childForFieldName('field')?.text ?? ''
  return operand?.type === 'identifier' ? { form: 'name', qualifier: operand.text, name } : unknown
}

function readUnary(node: Node, context: ReadContext): GoExpression {
  const operand = readExpression(node.childForFieldName('operand'), context)
  const operator = node.childForFieldName('operator')?.text
  if (operator === '&' || operator === '+') return operand
  if (operator === '-') return { form: 'binary', operator: '-', left: { form: 'literal', value: 0 }, right: operand }
  return unknown
}

function readCall(node: Node, context: ReadContext): GoExpression {
  const list = node.childForFieldName('arguments')
  const conversion = node.type === 'type_conversion_expression'
  const callee = node.childForFieldName(conversion ? 'type' : 'function')
  const operands = conversion ? [node.childForFieldName('operand')] : (list?.namedChildren ?? [])
  return {
    form: 'call',
    callee: callee === null ? unknown : readExpression(callee, context),
    arguments: operands.flatMap((operand) =>
      operand === null || operand.type === 'comment' ? [] : [readExpression(operand, context)],
    ),
  }
}

function readComposite(node: Node, context: ReadContext): GoExpression {
  const type = node.childForFieldName('type')
  const body = node.childForFieldName('body')
  if (type === null) return unknown
  const fields = new Map<string, GoExpression>()
  for (const element of body?.namedChildren ?? []) {
    if (element?.type !== 'keyed_element') continue
    const [key, value] = element.namedChildren
    const inner = value?.type === 'literal_element' ? value.firstNamedChild : value
    if (key) fields.set(key.text, readExpression(inner ?? null, context))
  }
  return { form: 'composite', type: readTypeExpression(type, context), fields }
}
