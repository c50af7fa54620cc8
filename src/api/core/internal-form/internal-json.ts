import type { JSONValue } from '../../../json/json-value.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { ErrorType } from '../../../validation/error-type.js'
import { FieldError, type FieldErrorParts } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { errorByRelease } from '../../releases/error-by-release.js'
import { isSet } from '../../validation/go-values.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import { internalTypes } from './internal-types.gen.js'

/**
 * A field of a struct. What it holds is: `s` text, `i` a number, `b` a boolean, `q` a quantity, `*` a pointer to a scalar, `[]` a list
 * of scalars, `{}` a map of texts, `{q}` a map of quantities; the name of a struct, alone, after `*` or after `[]`; `+` the fields of
 * another struct.
 */
interface Field {
  readonly name: string
  readonly json: string
  readonly holds: string
}
type Types = ReadonlyMap<string, readonly Field[]>

const typesByRelease = /* @__PURE__ */ new Map<number, Types>()

/**
 * The structs of a minor release. One line each: its name, then its fields as Go names them, each with `:` and what it holds unless that is
 * text, and with `=` and its JSON name unless that is the Go name with a small first letter. `<37` after the name: before that release.
 */
function typesOf(minor: number): Types {
  const known = typesByRelease.get(minor)
  if (known !== undefined) return known
  const types = new Map<string, readonly Field[]>()
  for (const line of internalTypes.trim().split('\n')) {
    const [struct = '', ...fields] = line.split(' ')
    const [name = '', before] = struct.split('<')
    if (before === undefined || minor < Number(before)) types.set(name, fields.map(readField))
  }
  typesByRelease.set(minor, types)
  return types
}

function readField(text: string): Field {
  if (text.startsWith('+')) return { name: text.slice(1), json: '', holds: '+' }
  const [rest = '', json] = text.split('=')
  const [name = '', holds = 's'] = rest.split(':')
  return { name, json: json ?? name.charAt(0).toLowerCase() + name.slice(1), holds }
}

type Struct = Readonly<Record<string, unknown>>

/** The JSON of a struct as a kube-apiserver of a minor release shows it; `type` is the name of the struct in Go. */
export function internalForm(type: string, value: object | null | undefined, minor: number): unknown {
  return formOf(type, value, typesOf(minor))
}

function formOf(type: string, value: object | null | undefined, types: Types): unknown {
  if (!isSet(value)) return null
  if (type === 'LabelSelector') return labelSelectorForm(value as Struct)
  const form: Record<string, unknown> = {}
  addFields({ form, types }, type, value as Struct)
  return form
}

interface Form {
  readonly form: Record<string, unknown>
  readonly types: Types
}

function addFields({ form, types }: Form, type: string, value: Struct): void {
  if (type === 'metadata') {
    Object.assign(form, objectMetaForm(value.metadata as Struct | undefined))
    return
  }
  for (const { name, json, holds } of types.get(type) ?? []) {
    if (holds === '+') addFields({ form, types }, name, value)
    else if (type === 'PodSpec' && name === 'SecurityContext')
      form[name] = formOf('PodSecurityContext', podSecurity(value), types)
    else form[name] = memberForm(holds, value[json], types)
  }
}

/** The internal version of earlier releases has the namespaces of the host there. */
function podSecurity(spec: Struct): Struct {
  const { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers } = spec
  return { ...(spec.securityContext as object), hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers }
}

function memberForm(holds: string, value: unknown, types: Types): unknown {
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
      return structForm(holds, item, types)
  }
}

function structForm(holds: string, value: unknown, types: Types): unknown {
  if (holds.startsWith('[]')) {
    if (!Array.isArray(value)) return null
    return value.map((item) => formOf(holds.slice(2), item ?? {}, types))
  }
  if (holds.startsWith('*')) return formOf(holds.slice(1), value as object | undefined, types)
  return formOf(holds, value ?? {}, types)
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

/** The compact JSON of a struct as messages of a minor release show it. */
export function internalText(
  type: string,
  value: object | readonly object[] | null | undefined,
  minor: number,
): string {
  if (Array.isArray(value)) return `[${value.map((item) => internalText(type, item ?? {}, minor)).join(',')}]`
  return stringifyJSON(internalForm(type, value, minor) as JSONValue, { keys: 'kept' })
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
  fault: StructFault,
): FieldError {
  return structError(ErrorType.Invalid, { type, value }, fault)
}

/** A struct that is not of the supported kinds, shown as a kube-apiserver shows it. */
export function notSupportedStruct(type: string, value: object | null | undefined, fault: StructFault): FieldError {
  return structError(ErrorType.NotSupported, { type, value }, fault)
}

interface ShownStruct {
  readonly type: string
  readonly value: object | readonly object[] | null | undefined
}

function structError(errorType: FieldErrorParts['type'], { type, value }: ShownStruct, fault: StructFault): FieldError {
  const { path, detail } = fault
  const parts = { type: errorType, field: path.toString(), badValue: value ?? null, detail }
  return errorByRelease((minor) => new FieldError({ ...parts, valueText: internalText(type, value, minor) }))
}
