import { messageOf } from '../../../errors/message-of.js'
import { quote } from '../../../internal/quote.js'
import { parseDuration } from '../../../scalar/duration.js'
import { timeZoneProblem } from './time-zone.js'

interface Bounds {
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Minute, hour, day of month, month, day of week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: days },
]

const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const every = '@every '

/** The reason why a schedule cannot be parsed; undefined if it is valid. Go's wording, of github.com/robfig/cron. */
export function cronScheduleProblem(given: string): string | undefined {
  if (given === '') return 'empty spec string'
  let spec = given
  if (/^(?:CRON_)?TZ=/.test(spec)) {
    const space = spec.indexOf(' ')
    if (space < 0) return 'invalid schedule format: runtime error: slice bounds out of range [:-1]'
    const zone = spec.slice(spec.indexOf('=') + 1, space)
    const problem = zone === '' || zone === 'Local' ? undefined : timeZoneProblem(zone)
    if (problem !== undefined) return `provided bad location ${zone}: ${problem}`
    spec = spec.slice(space).trim()
  }
  return spec.startsWith('@') ? descriptorProblem(spec) : fieldsProblem(spec)
}

function descriptorProblem(spec: string): string | undefined {
  if (descriptors.includes(spec)) return undefined
  if (!spec.startsWith(every)) return `unrecognized descriptor: ${spec}`
  try {
    parseDuration(spec.slice(every.length))
    return undefined
  } catch (error) {
    return `failed to parse duration ${spec}: ${messageOf(error)}`
  }
}

function fieldsProblem(spec: string): string | undefined {
  const parts = spec.split(/\s+/).filter((part) => part !== '')
  if (parts.length !== fields.length) {
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(' ')}]`
  }
  for (const [i, part] of parts.entries()) {
    for (const range of part.split(',')) {
      const problem = range === '' ? undefined : rangeProblem(range, fields[i]!)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

/** `*`, `5`, `1-5`, each with `/step`. */
function rangeProblem(range: string, bounds: Bounds): string | undefined {
  const [place = '', step, ...more] = range.split('/')
  const [low = '', high, ...tooMany] = place.split('-')
  const isStar = low === '*' || low === '?'
  const start = isStar ? bounds.min : numberOf(low, bounds.names)
  if (typeof start === 'string') return start
  if (!isStar && tooMany.length > 0) return `too many hyphens: ${range}`
  let end = isStar ? bounds.max : high === undefined ? start : numberOf(high, bounds.names)
  if (typeof end === 'string') return end
  if (more.length > 0) return `too many slashes: ${range}`
  const width = step === undefined ? 1 : numberOf(step)
  if (typeof width === 'string') return width
  if (step !== undefined && high === undefined) end = bounds.max
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${range}`
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${range}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`
  return width === 0 ? `step of range should be a positive number: ${range}` : undefined
}

/** A number, or the number of a name; a string is the problem. */
function numberOf(text: string, names: readonly string[] = []): number | string {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return names === months ? named + 1 : named
  if (!/^[-+]?[0-9]+$/.test(text)) return `failed to parse int from ${text}: ${atoi(text)}: invalid syntax`
  const number = BigInt(text.replace(/^\+/, ''))
  if (BigInt.asIntN(64, number) !== number) return `failed to parse int from ${text}: ${atoi(text)}: value out of range`
  return number < 0n ? `negative number (${number}) not allowed: ${text}` : Number(number)
}

function atoi(text: string): string {
  return `strconv.Atoi: parsing ${quote(text)}`
}
