// Writes test/golden/client/kyaml.jsonl.gz from the Go program: JSON texts as kubectl -o kyaml writes them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { compressedLines } from './compressed-lines.mjs'
import { Random } from './random.mjs'
import { buildReference, Reference } from './reference.mjs'

const keys =
  'a 1 0 00 08 0x1F 0X1f 0xg 0o17 0O17 0o18 0b12 0b10 1_000 _1 1_ _ __ 1e5 1E5 1e-5 1e+5 1e999 1.5 1. .5 1.2.3 0x1p-2 0x.8p1 12345678901234567890 9223372036854775807 9223372036854775808 0xffffffffffffffffffff 0x7fffffffffffffff 2020-01-02 2020-1-2 2020-13-02 2020-02-30 0000-01-01 20-01-02 2020-01 12a a-b a--b a.b/c a/b -a a- /a a/ .a a. a_b a:b 11:00 1:00:00 t T tRue TRUE f n N y Y yes No ON off null NULL ~ nan NaN inf Infinity -inf .inf .nan é ½ Ⅷ 日本 a̅ a{ a[ a#b #a @a *a &a !a %a |a >a ? ,'.split(
    ' ',
  )
keys.push('', ' ', 'a b', 'a\nb', 'a\tb', '"', '\\', "'", '<', '😀', 'on ', 'x'.repeat(200))
// Without U+0085: Go's YAML reader takes it for the end of a line, and loses it.
const texts = [
  '',
  ' ',
  '\n',
  '\n\n',
  'a\n',
  '\na',
  'a\nb',
  'a\n b\n\tc\n\n  \nd',
  'a\r\nb',
  'a\tb',
  '"quoted" \\ back',
  '<&>',
  '\u0000\u0001\u0007\b\t\v\f\r\u001b',
  '\u00a0\u2028\u2029\ufeff\u200b\u00ad',
  '\n\u00a0y\n\u2003z\n\u2028w\n\ufeffv',
  'é日本😀𝒳\u0301',
  '\ue000\u0378',
  '\u{f0000}\u{10fffd}',
  '\u{e0001}',
  'true',
  '2020-01-02',
  '# no comment',
  'trailing \nblanks  \n',
]
const numbers = ['0', '-0', '1', '-12', '1.5', '1e21', '1E-7', '9007199254740993', '123456789012345678901234567890']
const leaves = [...texts.map((text) => JSON.stringify(text)), ...numbers, 'true', 'false', 'null', '{}', '[]']

function made(random, depth) {
  if (depth === 0 || random.chance(0.35)) return random.pick(leaves)
  const count = random.below(4)
  const children = Array.from({ length: count }, () => made(random, depth - 1))
  if (random.chance(0.5)) return `[${children.join()}]`
  const names = new Set(children.map(() => random.pick(keys)))
  return `{${[...names].map((name, index) => `${JSON.stringify(name)}:${children[index]}`).join()}}`
}

const random = new Random(11)
const inputs = [
  ...keys.map((key) => JSON.stringify({ [key]: key })),
  ...leaves,
  ...texts.map((text) => JSON.stringify({ a: { b: [text, 1] } })),
  ...Array.from({ length: 300 }, () => made(random, 5)),
]
const reference = new Reference(buildReference())
const answers = await reference.ask(inputs.map((text) => ({ op: 'kyaml', in: text })))
reference.close()
const folder = new URL('../golden/client/', import.meta.url)
mkdirSync(folder, { recursive: true })
const lines = inputs.map((text, i) => JSON.stringify({ in: text, ...answers[i] }))
writeFileSync(new URL('kyaml.jsonl.gz', folder), compressedLines(lines))
console.log(`${lines.length} texts, ${answers.filter(({ error }) => error).length} of them errors`)
