import type { JSONValue } from '../../../json/json-value.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { ErrorType } from '../../../validation/error-type.js'
import { FieldError } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import { internalTypes } from './internal-types.js'

interface Field {
  readonly name: string
  readonly json: string
  /** As in `internal-types.ts`; `+` for the fields of another struct. */
  readonly holds: string
}
type Types = ReadonlyMap<string, readonly Field[]>

const read: () => Types = /* @__PURE__ */ (() => {
  let types: Types | undefined
  return () => {
    types ??= new Map(internalTypes.trim().split('\n').map(readType))
    return types
  }
})()

function readType(line: string): readonly [string, readonly Field[]] {
  const [name = '', ...fields] = line.split(' ')
  return [name, fields.map(readField)]
}

function readField(text: string): Field {
  if (text.startsWith('+')) return { name: text.slice(1), json: '', holds: '+' }
  const [rest = '', json] = text.split('=')
  const [name = '', holds = 's'] = rest.split(':')
  return { name, json: json ?? name.charAt(0).toLowerCase() + name.slice(1), holds }
}

type Struct = Readonly<Record<string, unknown>>

/** The JSON of a struct as a kube-apiserver shows it; `type` is the name of the struct in Go. */
export function internalForm(type: string, value: object | null | undefined): unknown {
  if (!isSet(value)) return null
  if (type === 'LabelSelector') return labelSelectorForm(value as Struct)
  const form: Record<string, unknown> = {}
  addFields(form, type, value as Struct)
  return form
}

function addFields(form: Record<string, unknown>, type: string, value: Struct): void {
  if (type === 'metadata') {
    Object.assign(form, objectMetaForm(value.metadata as Struct | undefined))
    return
  }
  for (const { name, json, holds } of read().get(type) ?? []) {
    if (holds === '+') addFields(form, name, value)
    else if (type === 'PodSpec' && name === 'SecurityContext')
      form[name] = internalForm('PodSecurityContext', podSecurity(value))
    else form[name] = memberForm(holds, value[json])
  }
}

/** The internal version has the namespaces of the host there. */
function podSecurity(spec: Struct): Struct {
  const { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers } = spec
  return { ...(spec.securityContext as object), hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers }
}

function memberForm(holds: string, value: unknown): unknown {
  const item = value ?? undefined
  switch (holds) {
    case 's':
      return item ?? ''
    case 'i':
      return item ?? 0
    case 'b':
      return item ?? false
    case 'q':
      return amountOf(item as string | undefined).toString()
    case '*q':
      return item === undefined ? null : amountOf(item as string).toString()
    case '*':
    case '[]':
      return item ?? null
    case '{}':
      return item === undefined ? null : sorted(item as Struct)
    case '{q}':
      return item === undefined ? null : sorted(amounts(item as Readonly<Record<string, string>>))
    default:
      return structForm(holds, item)
  }
}

function structForm(holds: string, value: unknown): unknown {
  if (holds.startsWith('[]')) {
    if (!Array.isArray(value)) return null
    return value.map((item) => internalForm(holds.slice(2), (item ?? {}) as object))
  }
  if (holds.startsWith('*')) return internalForm(holds.slice(1), value as object | undefined)
  return internalForm(holds, value ?? {})
}

function amounts(list: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(list).map(([name, amount]) => [name, amountOf(amount).toString()]))
}

function sorted(map: Struct): Struct {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** These types have JSON names in Go too. */
function labelSelectorForm({ matchLabels, matchExpressions }: Struct): Struct {
  const expressions = Array.isArray(matchExpressions) ? (matchExpressions as (Struct | null)[]) : []
  return {
    ...(isFilled(matchLabels) && { matchLabels: sorted(matchLabels as Struct) }),
    ...(expressions.length > 0 && { matchExpressions: expressions.map((item) => requirementForm(item ?? {})) }),
  }
}

function requirementForm({ key, operator, values }: Struct): Struct {
  return { key: key ?? '', operator: operator ?? '', ...(isFilled(values) && { values }) }
}

const metaFields = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

function objectMetaForm(metadata: Struct | undefined): Struct {
  const form: Record<string, unknown> = {}
  for (const name of metaFields) {
    const value = metadata?.[name]
    if (!isFilled(value)) continue
    form[name] = name === 'labels' || name === 'annotations' ? sorted(value as Struct) : value
  }
  return form
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** The compact JSON of a struct as messages show it. */
export function internalText(type: string, value: object | readonly object[] | null | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => internalText(type, (item ?? {}) as object)).join(',')}]`
  return stringifyJSON(internalForm(type, value as object) as JSONValue, { keys: 'kept' })
}

/** Where and why a struct is invalid. */
export interface StructFault {
  readonly path: FieldPath
  readonly detail: string
}

/** An invalid value that is a struct (or a list of them), shown as a kube-apiserver shows it. */
export function invalidStruct(
  type: string,
  value: object | readonly object[] | null | undefined,
  { path, detail }: StructFault,
): FieldError {
  return new FieldError({ ...structParts(type, value, path), type: ErrorType.Invalid, detail })
}

/** A struct that is not of the supported kinds, shown as a kube-apiserver shows it. */
export function notSupportedStruct(
  type: string,
  value: object | null | undefined,
  { path, detail }: StructFault,
): FieldError {
  return new FieldError({ ...structParts(type, value, path), type: ErrorType.NotSupported, detail })
}

function structParts(type: string, value: object | readonly object[] | null | undefined, path: FieldPath) {
  return { field: path.toString(), badValue: value ?? null, valueText: internalText(type, value) }
}
