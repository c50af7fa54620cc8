import { createHash } from 'node:crypto'
import { TemplateError } from './template-error.js'
import { type TemplateFunctions, templateFunction, variadicFunction } from './template-function.js'
import { isTemplateList, printed, type TemplateValue } from './template-value.js'

/** The longest text that is made by repetition. */
const longest = 1_000_000

/** Functions of texts. */
export const textFunctions: TemplateFunctions = {
  upper: templateFunction(['string'], (text) => text.toUpperCase()),
  lower: templateFunction(['string'], (text) => text.toLowerCase()),
  title: templateFunction(['string'], (text) =>
    text.replace(/(?<![\p{L}\p{N}_'])\p{L}/gu, (letter) => letter.toUpperCase()),
  ),
  untitle: templateFunction(['string'], (text) =>
    text.replace(/(?<![\p{L}\p{N}_'])\p{L}/gu, (letter) => letter.toLowerCase()),
  ),
  trim: templateFunction(['string'], (text) => text.trim()),
  trimAll: templateFunction(['string', 'string'], (cut, text) => trimmed(text, cut)),
  trimSuffix: templateFunction(['string', 'string'], (end, text) =>
    end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
  ),
  trimPrefix: templateFunction(['string', 'string'], (start, text) =>
    text.startsWith(start) ? text.slice(start.length) : text,
  ),
  nospace: templateFunction(['string'], (text) => text.replace(/\s/g, '')),
  contains: templateFunction(['string', 'string'], (part, text) => text.includes(part)),
  hasPrefix: templateFunction(['string', 'string'], (start, text) => text.startsWith(start)),
  hasSuffix: templateFunction(['string', 'string'], (end, text) => text.endsWith(end)),
  replace: templateFunction(['string', 'string', 'string'], (old, next, text) => text.replaceAll(old, () => next)),
  repeat: templateFunction(['int', 'string'], repeated),
  substr: templateFunction(['int', 'int', 'string'], (from, to, text) =>
    text.slice(Math.max(0, Number(from)), to < 0n ? undefined : Number(to)),
  ),
  trunc: templateFunction(['int', 'string'], (size, text) =>
    size < 0n ? text.slice(Number(size)) : text.slice(0, Number(size)),
  ),
  quote: variadicFunction([], 'any', (...values) =>
    present(values)
      .map((each) => JSON.stringify(textOf(each)))
      .join(' '),
  ),
  squote: variadicFunction([], 'any', (...values) =>
    present(values)
      .map((each) => `'${printed(each)}'`)
      .join(' '),
  ),
  cat: variadicFunction([], 'any', (...values) => present(values).map(textOf).join(' ')),
  indent: templateFunction(['int', 'string'], (size, text) => indented(text, size)),
  nindent: templateFunction(['int', 'string'], (size, text) => `\n${indented(text, size)}`),
  plural: templateFunction(['string', 'string', 'int'], (one, many, count) => (count === 1n ? one : many)),
  split: templateFunction(['string', 'string'], (by, text) =>
    Object.fromEntries(text.split(by).map((part, index) => [`_${index}`, part])),
  ),
  splitList: templateFunction(['string', 'string'], (by, text) => text.split(by)),
  join: templateFunction(['string', 'any'], (by, values) =>
    (isTemplateList(values) ? present(values) : [values]).map(textOf).join(by),
  ),
  toString: templateFunction(['any'], textOf),
  toStrings: templateFunction(['any'], (values) => (isTemplateList(values) ? present(values) : [values]).map(textOf)),
  b64enc: templateFunction(['string'], (text) => Buffer.from(text).toString('base64')),
  b64dec: templateFunction(['string'], (text) => Buffer.from(text, 'base64').toString()),
  sha1sum: templateFunction(['string'], (text) => createHash('sha1').update(text).digest('hex')),
  sha256sum: templateFunction(['string'], (text) => createHash('sha256').update(text).digest('hex')),
  sha512sum: templateFunction(['string'], (text) => createHash('sha512').update(text).digest('hex')),
  fail: templateFunction(['string'], (message) => {
    throw new TemplateError(message)
  }),
}

function present(values: readonly TemplateValue[]): TemplateValue[] {
  return values.filter((each) => each !== undefined && each !== null)
}

/** A value as `%v`; nothing is `<nil>`. */
function textOf(value: TemplateValue): string {
  return printed(value)
}

function trimmed(text: string, cut: string): string {
  const characters = new Set(cut)
  const letters = [...text]
  while (letters.length > 0 && characters.has(letters[0]!)) letters.shift()
  while (letters.length > 0 && characters.has(letters.at(-1)!)) letters.pop()
  return letters.join('')
}

function repeated(count: bigint, text: string): string {
  if (count < 0n || Number(count) * text.length > longest)
    throw new TemplateError(`repeat: count ${count} is out of range`)
  return text.repeat(Number(count))
}

function indented(text: string, size: bigint): string {
  if (size < 0n || size > 1000n) throw new TemplateError(`indent: ${size} is out of range`)
  const pad = ' '.repeat(Number(size))
  return pad + text.replaceAll('\n', `\n${pad}`)
}
