import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { ConfigurationField } from '../document/configuration-field.js'
import { JQQuery } from '../jq/jq-query.js'
import type { JQValue } from '../jq/jq-value.js'
import type { Stage } from './stage.js'
import { readExpression } from './stage-expression.js'

type Matches = Stage['matches']

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const

/** Reads the selector of a stage, which selects nothing if it is absent. @throws InvalidField */
export function readStageSelector(field: ConfigurationField): Matches | undefined {
  if (field.isAbsent) return undefined
  const { matchLabels, matchAnnotations, matchExpressions } = field.members([
    'matchLabels',
    'matchAnnotations',
    'matchExpressions',
  ])
  const conditions: Matches[] = [
    hasAll('labels', matchLabels.texts()),
    hasAll('annotations', matchAnnotations.texts()),
    ...matchExpressions.items().map(readMatchExpression),
  ]
  return (object, moment) => conditions.every((condition) => condition(object, moment))
}

function hasAll(member: 'labels' | 'annotations', wanted: Readonly<Record<string, string>>): Matches {
  const entries = Object.entries(wanted)
  return (object) => {
    const found = memberOf(memberOf(object, 'metadata'), member)
    return entries.every(([key, value]) => memberOf(found, key) === value)
  }
}

function memberOf(value: JSONValue | undefined, name: string): JSONValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as JSONObject)[name] : undefined
}

function readMatchExpression(field: ConfigurationField): Matches {
  const { cel, jq, key, operator, values } = field.members(['cel', 'jq', 'key', 'operator', 'values'])
  if (!jq.isAbsent) {
    const members = jq.members(['key', 'operator', 'values'])
    return requirement(members.key, members.operator, members.values)
  }
  if (!key.isAbsent && key.text() !== '') return requirement(key, operator, values)
  if (cel.isAbsent) throw field.error('has neither jq nor cel')
  const expression = readExpression(cel.members(['expression']).expression)
  return (object, moment) => expression.boolean(object, moment)
}

function requirement(key: ConfigurationField, operator: ConfigurationField, values: ConfigurationField): Matches {
  const query = key.attempt(() => new JQQuery(key.requiredText()))
  const wanted = new Set(values.items().map((value) => value.text()))
  const kind = operator.choice(operators)
  if (kind === undefined) throw operator.error(`must be one of ${operators.join(', ')}`)
  const isSet = kind === 'In' || kind === 'NotIn'
  if (isSet && wanted.size === 0) throw values.error(`must not be empty for ${kind}`)
  if (!isSet && wanted.size > 0) throw values.error(`must be empty for ${kind}`)
  const isWanted = kind === 'In' || kind === 'Exists'
  // An object of the API is JSON, and so are the values of jq.
  const test = (object: JSONObject): boolean => {
    const results = query.results(object as JQValue) ?? []
    return isSet ? results.some((result) => wanted.has(textOf(result))) : results.length > 0
  }
  return (object) => test(object) === isWanted
}

/** Numbers of the data are none of the values, as in kwok: only those that jq counts are. */
function textOf(value: JQValue): string {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}
