import { describe, expect, it } from 'vitest'
import { JSONPath } from '../../../src/meta/index.js'
import { thrown } from '../../thrown.js'

const data = { items: [{ name: 'a', ports: [1, 2] }, { name: 'b', ports: [3] }, { name: 'c' }], end: 'x' }
const execute = (template: string, allowMissingKeys = false): string =>
  JSONPath.parse(template, { allowMissingKeys }).execute(data)

describe('ranges of templates', () => {
  it.each([
    ['{range .items[*]}{.name};{end}', 'a;b;c;'],
    ['{range.items[*]}{.name}{"\\n"}{end}.', 'a\nb\nc\n.'],
    ['{range .items[*]}{.name}:{range .ports[*]}{@},{end};{end}{.end}', 'a:1,2,;b:3,;c:;x'],
    ['{range .items[?(@.name=="b")]}[{.name}]{end}', '[b]'],
    ['{range .nothing[*]}{.name}{end}|', '|'],
    ['{range .items[*]}{end}', ''],
    // What is never ended is followed once more, from the object around it.
    ['{range .items[*]}{.name}', 'abc'],
  ])('%s', (template, expected) => {
    expect(execute(template, true)).toBe(expected)
  })

  it('gives the results of each value by themselves', () => {
    const path = JSONPath.parse('{range .items[*]}{.name}{.ports[*]}{end}', { allowMissingKeys: true })
    expect(path.findResults(data)).toEqual([['a'], [1, 2], ['b'], [3], ['c'], []])
  })

  it.each([
    ['{end}', 'not in range, nothing to end'],
    ['{range .items[*]}{.nothing}{end}', 'nothing is not found'],
    ['{.items[*]}{range .items[*]}{end}{end}', 'not in range, nothing to end'],
  ])('%s is an error', (template, message) => {
    expect(thrown(() => execute(template)).message).toBe(message)
  })
})
