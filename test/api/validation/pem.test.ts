import { expect, test } from 'vitest'
import { bytesOfText, pemBlocks } from '../../../src/api/validation/pem.js'

/** Texts, and the blocks that Go's `pem.Decode` finds in them: type, whether there are headers, content. */
const rows: readonly (readonly [text: string, blocks: readonly (readonly [string, boolean, string])[]])[] = [
  ['', []],
  ['-----BEGIN A-----\nYWJj\n-----END A-----\n', [['A', false, 'abc']]],
  ['-----BEGIN A-----\nYWJj\n-----END A-----', [['A', false, 'abc']]],
  [
    'x\n-----BEGIN A-----\nYW\nJj\n-----END A-----\ny\n-----BEGIN B-----\nZGVm\n-----END B-----\n',
    [
      ['A', false, 'abc'],
      ['B', false, 'def'],
    ],
  ],
  ['-----BEGIN A-----\nYWJj\n-----END B-----\n-----BEGIN C-----\nZGVm\n-----END C-----\n', [['C', false, 'def']]],
  ['-----BEGIN A-----\nH: v\n\nYWJj\n-----END A-----\n', [['A', true, 'abc']]],
  ['-----BEGIN A-----\nH: v\nG: w\nYWJj\n-----END A-----\n', [['A', true, 'abc']]],
  ['-----BEGIN A-----\n%%%\n-----END A-----\n-----BEGIN C-----\nZGVm\n-----END C-----\n', [['C', false, 'def']]],
  ['-----BEGIN A-----\n-----END A-----\n', [['A', false, '']]],
  ['-----BEGIN A-----\n\n-----END A-----\n', [['A', false, '']]],
  ['-----END A-----\n-----BEGIN A-----\nYWJj\n-----END A-----\n', [['A', false, 'abc']]],
  ['-----BEGIN A-----\n-----BEGIN B-----\nZGVm\n-----END B-----\n', [['B', false, 'def']]],
  ['-----BEGIN A-----  \r\nYWJj\r\n-----END A-----  \r\n', [['A', false, 'abc']]],
  [' -----BEGIN A-----\nYWJj\n-----END A-----\n', []],
  ['-----BEGIN A-----\nYWJj\n -----END A-----\n', []],
  ['-----BEGIN A----\nYWJj\n-----END A-----\n', []],
  ['-----BEGIN -----\nYWJj\n-----END -----\n', [['', false, 'abc']]],
  ['-----BEGIN A-----\nYWJj', []],
  ['-----BEGIN A-----\nYW Jj\n-----END A-----\n', [['A', false, 'abc']]],
  ['-----BEGIN A-----\nYWJj\n-----END A-----x\n', []],
  ['-----BEGIN A-----\nYWI=\n-----END A-----\n', [['A', false, 'ab']]],
  ['-----BEGIN A-----\nYWI\n-----END A-----\n', []],
  [
    '-----BEGIN A-----\nYWJj\n-----END A-----\n-----END A-----\n-----BEGIN B-----\nZGVm\n-----END B-----\n',
    [
      ['A', false, 'abc'],
      ['B', false, 'def'],
    ],
  ],
  ['-----BEGIN A-----\nH: v\n-----END A-----\n', []],
  ['x-----BEGIN A-----\nYWJj\n-----END A-----\n', []],
  ['-----BEGIN A-----\nYWJj-----END A-----\n', []],
]

test.each(rows)('PEM blocks of %j', (text, blocks) => {
  const found = pemBlocks(Buffer.from(text)).map(({ type, hasHeaders, bytes }) => [
    type,
    hasHeaders,
    Buffer.from(bytes).toString(),
  ])
  expect(found).toEqual(blocks)
})

test.each([
  ['', []],
  [undefined, []],
  ['YQ==', [97]],
  ['%', []],
])('bytes of %j', (text, bytes) => {
  expect([...bytesOfText(text)]).toEqual(bytes)
})
