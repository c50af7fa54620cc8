import { isWordEnd } from './characters.js'
import type { Cursor } from './cursor.js'
import { scanName, scanTagDirective } from './scan-tag.js'
import { type Token, textToken } from './token.js'

const longestNumber = 2

function scanVersionNumber(cursor: Cursor): number {
  const start = cursor.at
  for (let unit = cursor.unit(); unit >= 48 && unit <= 57; unit = cursor.unit()) {
    if (cursor.at - start >= longestNumber) cursor.refuse('found extremely long version number')
    cursor.at++
  }
  if (cursor.at === start) cursor.refuse('did not find expected version number')
  return Number(cursor.text.slice(start, cursor.at))
}

/** Reads `major.minor`. */
function scanVersion(cursor: Cursor): string {
  cursor.skipBlanks()
  const major = scanVersionNumber(cursor)
  if (cursor.unit() !== 46) cursor.refuse("did not find expected digit or '.' character")
  cursor.at++
  return `${major}.${scanVersionNumber(cursor)}`
}

function scanDirectiveName(cursor: Cursor): string {
  const name = scanName(cursor)
  if (name === '') cursor.refuse('could not find expected directive name')
  if (!isWordEnd(cursor.unit())) cursor.refuse('found unexpected non-alphabetical character')
  return name
}

/** Reads a directive, from its percent sign to the next line. */
export function scanDirective(cursor: Cursor): Token {
  const start = cursor.position()
  cursor.at++
  const name = scanDirectiveName(cursor)
  let token: Token
  if (name === 'YAML') token = textToken('versionDirective', { start, end: cursor.at, value: scanVersion(cursor) })
  else if (name === 'TAG') {
    const { handle, suffix } = scanTagDirective(cursor)
    token = textToken('tagDirective', { start, end: cursor.at, value: handle, suffix })
  } else cursor.refuse('found unknown directive name')
  cursor.finishLine()
  return token
}
