import { expect, test } from 'vitest'
import { longestShared, StringTable } from '../../src/internal/string-table.js'

/** Bytes with something before them. */
function placed(text: string): { bytes: DataView; start: number; length: number } {
  const bytes = new TextEncoder().encode(`??${text}!`)
  return { bytes: new DataView(bytes.buffer), start: 2, length: text.length }
}

function lookUp(table: StringTable, text: string): string | undefined {
  const { bytes, start, length } = placed(text)
  const hash = table.hash(bytes, start, length)
  const found = table.find(hash, bytes, start)
  if (found === undefined) table.offer({ hash, bytes, start }, text)
  return found
}

test('a string of any length is found from the third time on', () => {
  for (let length = 1; length <= longestShared; length++) {
    const table = new StringTable()
    const text = 'abcdefgh'.repeat(8).slice(0, length)
    expect([1, 2, 3].map(() => lookUp(table, text))).toEqual([undefined, undefined, text])
  }
})

test('strings of one length that differ anywhere are distinguished', () => {
  const table = new StringTable()
  const plain = 'kubernetes.io/hostname-of-node'
  for (let i = 0; i < 3; i++) lookUp(table, plain)
  for (let i = 0; i < plain.length; i++) {
    const other = `${plain.slice(0, i)}_${plain.slice(i + 1)}`
    for (let round = 0; round < 3; round++) expect([undefined, other]).toContain(lookUp(table, other))
  }
  for (let round = 0; round < 2; round++) lookUp(table, plain)
  expect(lookUp(table, plain)).toBe(plain)
})

test('what is met once does not drive out what is there', () => {
  const table = new StringTable()
  for (let i = 0; i < 2; i++) lookUp(table, 'metadata')
  for (let i = 0; i < 20_000; i++) lookUp(table, `name-${i}`)
  expect(lookUp(table, 'metadata')).toBe('metadata')
})
