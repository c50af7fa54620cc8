import { parseDuration, timeToDate } from 'apimachinery/scalar'
import type { ConfigurationField } from '../document/configuration-field.js'
import { JQQuery } from '../jq/jq-query.js'
import type { JQValue } from '../jq/jq-value.js'
import type { OfObject } from './stage.js'
import { readExpression } from './stage-expression.js'

/** Reads a number that an object may say itself: `from` is an expression of jq or CEL, `value` what holds without it. @throws InvalidField */
export function readNumberSource(value: number | undefined, from: ConfigurationField): OfObject<number> {
  return readSource(value, from, {
    text: (text) =>
      text === '' || !/^[+-]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]*|[1-9]\d*)$/.test(text)
        ? undefined
        : Number(text.replace(/^\+?/, '')),
    number: Math.trunc,
  })
}

/** Reads milliseconds that an object may say itself, as a duration or as a time. @throws InvalidField */
export function readDurationSource(value: number | undefined, from: ConfigurationField): OfObject<number> {
  return readSource(value, from, { text: (text, now) => millisecondsOf(text, now) ?? value, number: undefined })
}

interface Reading {
  /** `undefined` where the text says nothing. */
  readonly text: (text: string, now: number) => number | undefined
  readonly number: ((value: number) => number) | undefined
}

function readSource(value: number | undefined, from: ConfigurationField, reading: Reading): OfObject<number> {
  if (from.isAbsent) return () => value
  const { cel, jq, expressionFrom } = from.members(['cel', 'jq', 'expressionFrom'])
  if (!cel.isAbsent) {
    const expression = readExpression(cel.members(['expression']).expression)
    if (reading.number !== undefined) return (object, moment) => expression.number(object, moment)
    return (object, moment) => expression.milliseconds(object, moment)
  }
  const source = jq.isAbsent ? expressionFrom : jq.members(['expression']).expression
  if (source.text() === '') return () => value
  const query = source.attempt(() => new JQQuery(source.text()))
  return (object, { now }) => {
    // An object of the API is JSON, and so are the values of jq.
    const [result] = query.results(object as JQValue) ?? []
    if (typeof result === 'string') return result === '' ? undefined : reading.text(result, now)
    if (typeof result === 'number' && reading.number !== undefined) return reading.number(result)
    return value
  }
}

function millisecondsOf(text: string, now: number): number | undefined {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const time = timeToDate(text).getTime()
    return Number.isNaN(time) ? undefined : time - now
  }
  try {
    return Number(parseDuration(text)) / 1e6
  } catch {
    return undefined
  }
}
