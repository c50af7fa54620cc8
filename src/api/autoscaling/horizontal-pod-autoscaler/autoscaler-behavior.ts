import { list, scalar, struct } from '../../../descriptor/build.js'
import { readJSON } from '../../../descriptor/read-json.js'
import { toCanonicalJSON } from '../../../descriptor/to-canonical-json.js'
import type { StructDescriptor } from '../../../descriptor/types.js'
import { setOwn } from '../../../json/json-value.js'
import type * as v2 from '../v2/types.gen.js'

// The annotation holds Go's internal type, whose fields have no names for JSON: they are those of Go.

const policy: StructDescriptor = /* @__PURE__ */ struct('autoscaling.HPAScalingPolicy', () => [
  ['Type', 1, scalar('string')],
  ['Value', 2, scalar('int32')],
  ['PeriodSeconds', 3, scalar('int32')],
])
const rules: StructDescriptor = /* @__PURE__ */ struct('autoscaling.HPAScalingRules', () => [
  ['StabilizationWindowSeconds', 1, scalar('int32'), '*'],
  ['SelectPolicy', 2, scalar('string'), '*'],
  ['Policies', 3, list(policy)],
  ['Tolerance', 4, scalar('quantity'), '*'],
])
const behavior: StructDescriptor = /* @__PURE__ */ struct('autoscaling.HorizontalPodAutoscalerBehavior', () => [
  ['ScaleUp', 1, rules, '*'],
  ['ScaleDown', 2, rules, '*'],
])

/** Names by which the JSON of Go's internal type is read, in any case. */
const goNames = [
  'ScaleUp',
  'ScaleDown',
  'StabilizationWindowSeconds',
  'SelectPolicy',
  'Policies',
  'Tolerance',
  'Type',
  'Value',
  'PeriodSeconds',
]
const byFoldedName = new Map(goNames.map((name) => [name.toLowerCase(), name]))

/** The text of the annotation in which v1 keeps the behavior. */
export function noteOfBehavior(given: v2.HorizontalPodAutoscalerBehavior): string {
  return toCanonicalJSON(behavior, withNames(given, upperCaseFirst) as object)
}

/** The behavior in the annotation; `undefined` if it is empty or cannot be parsed. */
export function behaviorFromNote(note: string | undefined): v2.HorizontalPodAutoscalerBehavior | undefined {
  if (note === undefined) return undefined
  try {
    const { value } = readJSON(behavior, hasGoNames(note) ? note : withGoNames(note), { mode: 'canonical' })
    const found = withNames(value, lowerCaseFirst) as object | null
    return found && Object.keys(found).length > 0 ? found : undefined
  } catch {
    return undefined
  }
}

/** Reports whether all names are written as Go writes them, which they are unless a person wrote them. */
function hasGoNames(note: string): boolean {
  for (const [, name = ''] of note.matchAll(/"([^"]*)"\s*:/g)) if (!goNames.includes(name)) return false
  return true
}

function withGoNames(note: string): string {
  return JSON.stringify(withNames(JSON.parse(note), (name) => byFoldedName.get(name.toLowerCase()) ?? name))
}

function lowerCaseFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function upperCaseFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The value with renamed members, without null ones. */
function withNames(value: unknown, nameOf: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withNames(item, nameOf))
  const named: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== null) setOwn(named, nameOf(name), withNames(member, nameOf))
  }
  return named
}
