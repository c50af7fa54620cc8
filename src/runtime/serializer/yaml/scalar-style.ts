import { isSurelyString, resolvePlain } from './resolve-scalar.js'

/** How a string is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal'

/** How a string is written and whether it holds line breaks, which a simple key may not. */
export interface ScalarShape {
  readonly style: ScalarStyle
  readonly multiline: boolean
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/
/** Text that needs no second look: no indicator, no blank, no break, nothing beyond ASCII letters and friends. */
const simple = /^[A-Za-z_$(/\\;=<^][\w./$()+;=^~"'\\|<>&*!%@`-]*$/
const startIndicators = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Array.from('#,[]{}&*!|>\'"%@`', (character) => character.charCodeAt(0)),
)

/** Reports whether a UTF-16 unit is a line break of YAML 1.1. */
export function isBreak(unit: number): boolean {
  return unit === 10 || unit === 13 || unit === 0x85 || unit === 0x2028 || unit === 0x2029
}

/** Reports whether a UTF-16 unit is written as it is; halves of surrogate pairs are not. */
export function isPrintable(unit: number): boolean {
  if (unit < 0xa0) return (unit >= 0x20 && unit <= 0x7e) || unit === 10
  return unit < 0xd800 || (unit >= 0xe000 && unit < 0xfffe && unit !== 0xfeff)
}

interface Analysis {
  multiline: boolean
  plain: boolean
  single: boolean
  block: boolean
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9
}

function startsLikeIndicator(text: string): boolean {
  if (text.startsWith('---') || text.startsWith('...')) return true
  const first = text.charCodeAt(0)
  if (startIndicators.has(first)) return true
  const blankNext = text.length === 1 || isBlank(text.charCodeAt(1))
  return blankNext && (first === 63 || first === 58 || first === 45)
}

function analyse(text: string): Analysis {
  if (text === '') return { multiline: false, plain: true, single: true, block: false }
  let indicators = startsLikeIndicator(text)
  let multiline = false
  let special = false
  let breakSpace = false
  let spaceBreak = false
  let previous = 0
  const last = text.length - 1
  for (let i = 0; i <= last; i++) {
    const unit = text.charCodeAt(i)
    if (i > 0) {
      if (unit === 58 && (i === last || isBlank(text.charCodeAt(i + 1)))) indicators = true
      else if (unit === 35 && (isBlank(previous) || isBreak(previous))) indicators = true
    }
    if (!isPrintable(unit)) special = true
    if (unit === 32) {
      if (isBreak(previous)) breakSpace = true
    } else if (isBreak(unit)) {
      multiline = true
      if (previous === 32) spaceBreak = true
    }
    previous = unit
  }
  const first = text.charCodeAt(0)
  const edges = first === 32 || isBreak(first) || previous === 32 || isBreak(previous)
  const broken = spaceBreak || special
  return {
    multiline,
    plain: !(edges || breakSpace || broken || multiline || indicators),
    single: !(breakSpace || broken),
    block: !(previous === 32 || broken),
  }
}

function styleOf(text: string, analysis: Analysis): ScalarStyle {
  if (text.includes('\n')) return analysis.block ? 'literal' : 'double'
  if (!isSurelyString(text) || text === '') {
    const { kind } = resolvePlain(text)
    if (kind !== 'str' || base60.test(text)) return 'double'
  }
  if (analysis.plain) return 'plain'
  return analysis.single ? 'single' : 'double'
}

const plainShape: ScalarShape = { style: 'plain', multiline: false }

/** Chooses how `text` is written: plain where that reads back as the same string, then single quotes, then double ones. */
export function shapeScalar(text: string): ScalarShape {
  if (simple.test(text) && isSurelyString(text)) return plainShape
  const analysis = analyse(text)
  return { style: styleOf(text, analysis), multiline: analysis.multiline }
}
