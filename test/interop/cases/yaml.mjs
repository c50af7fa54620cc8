import { mutateBytes } from '../mutate.mjs'

const scalars = [
  'a',
  'a b',
  '1',
  '0x1F',
  '0o17',
  '017',
  '0b101',
  '1_000',
  '+1',
  '-0',
  '1e3',
  '1.5',
  '.5',
  '5.',
  '.inf',
  '-.INF',
  '.nan',
  '9223372036854775807',
  '18446744073709551615',
  '18446744073709551616',
  '1e400',
  'yes',
  'No',
  'on',
  'y',
  'null',
  '~',
  'true',
  '2024-01-02',
  '2024-01-02T03:04:05Z',
  '2001-12-14 21:59:43.10',
  '190:20:30',
  '<<',
  '=',
  'é',
  '世界 😀',
  '\u2028',
  'x\u2029y',
  '\u0085',
  '\ufeff',
  '\u00a0',
  '-',
  '- a',
  '?',
  '? a',
  ':',
  ': a',
  'a:b',
  'a: b',
  'a #b',
  'a#b',
  '#a',
  '---',
  '...',
  '--- a',
  '-a',
  '?a',
  ':a',
  '::',
  'http://x/y?z=1',
  '%a',
  '@a',
  '`a',
  '&x a',
  '*x',
  '&x',
  '!!str 1',
  '!!int "1"',
  '!!float 1',
  '!!binary aGk=',
  '!!null ""',
  '!!bool yes',
  '!t a',
  '! 1',
  '!<tag:yaml.org,2002:str> 1',
  '!!merge <<',
  '""',
  "''",
  '"a\\nb"',
  '"\\x41\\u00e9\\U0001F600"',
  '"\\/"',
  '"a\\',
  "'it''s'",
  "'a'b",
  '"a"b',
  '"a" :',
  '|',
  '>',
  '|-',
  '>+',
  '|2',
  '>1-',
  '|+1',
  '|0',
  '| # c',
  '[]',
  '{}',
  '[a, b]',
  '[a, b',
  '{a: b}',
  '{a: b',
  '{a, b: c}',
  '[a: b]',
  '[? a : b]',
  '{? a}',
  '{"a":b}',
  '{a:b}',
  '{a: , b}',
  '[,]',
  '[a,,b]',
  '[a,]',
  '{,}',
  '{[a]: b}',
  '[[a], {b: c}]',
  '{<<: *x}',
  '<<: *x',
  '<<: [*x, {c: d}]',
]
const breaks = ['\n', '\n', '\n', '\n', '\n', '\n', '\r\n', '\r', '\u2028', '\u0085', '\n\n', ' \n', '\t\n']
const indents = ['', '', '  ', '  ', '    ', ' ', '   ', '      ', '\t', ' \t']
const starts = [
  '',
  '',
  '',
  'a: ',
  'b: ',
  'c: ',
  'a:',
  '- ',
  '- ',
  '-',
  '? ',
  ': ',
  '- - ',
  '- a: ',
  '"q": ',
  "'s' : ",
  '-\t',
  'a:\t',
  '1: ',
  '<<: ',
]
const ends = ['', '', '', '', '', '', ' ', '\t', ' # c', '  #c', '#c', ':', ',', ']', '}', '"', "'"]
const lines = [
  '---',
  '...',
  '--- # c',
  '--- |',
  '--- a',
  '%YAML 1.1',
  '%YAML 1.2',
  '%TAG ! tag:x,2000:',
  '%X',
  '# c',
  '  # c',
  '',
]
const pieces = [
  ...'\n\n\t  :-?,[]{}#&*!|>\'"%@`\\~=<.0a_+\r\u2028\u0085\ufeffé',
  ': ',
  '- ',
  '\n  ',
  '\n- ',
  '\n---\n',
  '\n...\n',
  '!!',
  '<<: ',
  '? ',
  ' #',
  '""',
  '|\n',
  '>-\n',
  '\n\n',
  '\\n',
  '*x',
  '&x ',
]

function line(random) {
  if (random.chance(0.07)) return random.pick(lines)
  const start = random.pick(starts)
  const value = random.chance(start === '' ? 0.8 : 0.6) ? random.pick(scalars) : ''
  return random.pick(indents) + start + value + random.pick(ends)
}

/** Lines of every sort, most of them no YAML together. */
function soup(random) {
  const count = 1 + random.below(7)
  let text = random.chance(0.02) ? '\ufeff' : ''
  for (let n = 0; n < count; n++)
    text += line(random) + (n === count - 1 && random.chance(0.4) ? '' : random.pick(breaks))
  return text
}

const words = [
  'a',
  'bb',
  'c d',
  'x: ',
  '# no',
  '- e',
  "it's",
  '"q"',
  '\\n',
  'é世',
  '',
  '',
  '  in',
  '\ttab',
  'f ',
  ':g',
  'h:',
  '[i',
  '---',
  '%',
]

/** A scalar over lines, in each style. */
function longScalar(random, indent) {
  const style = random.pick(['|', '>', '"', "'", ''])
  const count = 1 + random.below(5)
  const inner =
    style === '|' || style === '>' ? indent + random.pick([' ', '  ', '   ']) : indent + random.pick(['', ' ', '  '])
  const body = Array.from({ length: count }, () => {
    const word = random.pick(words)
    return word === '' && random.chance(0.7) ? '' : (random.chance(0.85) ? inner : random.pick(indents)) + word
  })
  if (style === '"' || style === "'") {
    const safe = body.map((text) => text.replaceAll(style, style === '"' ? '\\"' : "''"))
    return style + safe.join('\n').trimStart() + style
  }
  if (style === '') return body.join('\n').trimStart() || 'p'
  const header = style + random.pick(['', '', '-', '+', '1', '2', '2-', '+3', ' # c'])
  return `${header}\n${body.join('\n')}${random.pick(['', '\n', '\n\n', `\n${inner}`, '\n ', '\n# c', '\n  # c'])}`
}

function flow(random, depth) {
  const gap = () => (random.chance(0.15) ? random.pick([' ', '\n', '\n  ', ' # c\n ', '\t', '']) : '')
  if (depth <= 0 || random.chance(0.4)) return random.pick(scalars)
  const items = random.list(3, () => {
    const value = gap() + flow(random, depth - 1) + gap()
    return random.chance(0.6)
      ? `${random.pick(['a', 'b', '"c"', "'d'", '? e', '1', ''])}${gap()}:${random.pick([' ', ' ', '', '\n'])}${value}`
      : value
  })
  const body = items.join(random.pick([', ', ',', ' , ', ',\n ']))
  return random.chance(0.5) ? `{${body}${random.pick(['', ',', ' '])}}` : `[${body}${random.pick(['', ',', ' '])}]`
}

/** A document that mostly is YAML. */
function block(random, indent, depth) {
  const kind = random.below(10)
  if (depth <= 0 || kind < 2) return ` ${random.pick(scalars)}`
  if (kind === 2) return ` ${longScalar(random, indent)}`
  if (kind === 3) return ` ${flow(random, 2)}`
  const decoration = random.chance(0.1) ? random.pick([' &x', ' !!map', ' !t', ' &y !!str', ' # c']) : ''
  const list = kind < 7
  const own = list && random.chance(0.4) ? indent : indent + random.pick(['  ', '  ', ' ', '   '])
  let text = decoration
  for (let n = 1 + random.below(3); n > 0; n--) {
    text += random.chance(0.06) ? random.pick(['\n# c\n', '\n\n', '\n   # c\n', '\r\n']) : '\n'
    const start = list
      ? '-'
      : random.pick(['a:', 'b:', 'c:', '"d":', "'e' :", '? f', '1:', 'g h:', '<<:', '*x :', '~:', 'é:'])
    text += own + start + block(random, own, depth - 1)
  }
  return text
}

function document(random) {
  const text = block(random, '', 3).replace(/^[ \n]/, '')
  const head = random.chance(0.15)
    ? random.pick(['---\n', '%YAML 1.1\n---\n', '# c\n', '--- ', '\n', '---\n---\n', ' '])
    : ''
  const tail = random.chance(0.5) ? random.pick(['\n', '\n...', '\n---\nb: 1\n', '\n# c', '\n...\nx', '\n\n']) : ''
  return head + text + tail
}

function broken(text, random) {
  let result = text
  for (let n = 1 + random.below(2); n > 0; n--) {
    const at = random.below(result.length + 1)
    const put = random.chance(0.7) ? random.pick(pieces) : ''
    result = result.slice(0, at) + put + result.slice(at + random.below(3))
  }
  return result.toWellFormed()
}

function read(random) {
  const request = { op: 'yaml2json', in: yamlText(random) }
  if (random.chance(0.2)) request.strict = true
  if (random.chance(0.98)) return request
  const bytes = mutateBytes(Buffer.from(request.in), random)
  return { op: 'yaml2json', in64: Buffer.from(bytes).toString('base64') }
}

function string(random) {
  if (random.chance(0.4)) return random.pick(scalars)
  if (random.chance(0.3)) return random.text()
  return random.list(30, () => random.pick(random.chance(0.2) ? pieces : words)).join(random.pick(['', ' ', '\n']))
}

function value(random, depth) {
  const kind = random.below(depth > 0 ? 8 : 5)
  if (kind === 0) return random.pick([null, true, false, 0, -1, 1.5, 1e21, 1e-7, 123456789012, 2 ** 53, 1e6, 100000.5])
  if (kind < 5) return string(random)
  if (kind === 5) return random.list(4, () => value(random, depth - 1))
  return Object.fromEntries(random.list(4, () => [string(random), value(random, depth - 1)]))
}

function write(random) {
  return { op: 'json2yaml', in: JSON.stringify(value(random, 4)).toWellFormed() }
}

/** A text that may or may not be YAML. */
export function yamlText(random) {
  const text = random.chance(0.3) ? soup(random) : document(random)
  return random.chance(0.3) ? broken(text, random) : text
}

/** YAML of every sort read, and JSON written as YAML. */
export const yaml = {
  operations: ['yaml2json', 'json2yaml'],
  async make(random, _, count) {
    return Array.from({ length: count }, () => (random.chance(0.8) ? read(random) : write(random)))
  },
}
