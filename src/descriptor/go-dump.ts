import { compareStrings } from '../internal/compare-strings.js'
import { Quantity } from '../resource/quantity.js'
import { parseQuantityText, type QuantityParts } from '../resource/quantity-parser.js'
import { goFieldName } from './go-field-name.js'
import { goStructName, goTypeName } from './go-type-name.js'
import type { FieldDescriptor, StructDescriptor, TypeDescriptor } from './types.js'

/** Names of fields that do not follow from those in JSON; those of one struct only have its name before them. */
const fieldNames: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['metadata', 'ObjectMeta'],
  ['tty', 'TTY'],
  ['grpc', 'GRPC'],
  ['tcpSocket', 'TCPSocket'],
  ['seLinuxOptions', 'SELinuxOptions'],
  ['seLinuxChangePolicy', 'SELinuxChangePolicy'],
  ['gmsaCredentialSpec', 'GMSACredentialSpec'],
  ['gmsaCredentialSpecName', 'GMSACredentialSpecName'],
  ['PodSpec.serviceAccount', 'DeprecatedServiceAccount'],
  ['AzureDiskVolumeSource.diskURI', 'DataDiskURI'],
  ['FCVolumeSource.wwids', 'WWIDs'],
  ['GCEPersistentDiskVolumeSource.pdName', 'PDName'],
  ['GlusterfsVolumeSource.endpoints', 'EndpointsName'],
  ['ISCSIVolumeSource.iqn', 'IQN'],
  ['ISCSIVolumeSource.chapAuthDiscovery', 'DiscoveryCHAPAuth'],
  ['ISCSIVolumeSource.chapAuthSession', 'SessionCHAPAuth'],
  ['RBDVolumeSource.image', 'RBDImage'],
  ['RBDVolumeSource.monitors', 'CephMonitors'],
  ['RBDVolumeSource.pool', 'RBDPool'],
  ['RBDVolumeSource.user', 'RadosUser'],
  ['ScaleIOVolumeSource.sslEnabled', 'SSLEnabled'],
])

/**
 * The text in which Go writes a value of a type before it makes a hash of it: every field with its name and type, keys of maps in order.
 * The value is taken as one that was read from protobuf: empty lists and maps are nil. Times other than zero have no time zone.
 *
 * Source: `ForHash` of k8s.io/utils/dump, over github.com/davecgh/go-spew.
 */
export function goDump(type: TypeDescriptor, value: unknown): string {
  return `(${goTypeName(type)})${valueText(type, value)}`
}

function valueText(type: TypeDescriptor, value: unknown): string {
  switch (type.kind) {
    case 'struct':
      return structText(type, value)
    case 'list': {
      const list = (value ?? []) as readonly unknown[]
      return list.length === 0 ? '<nil>' : `[${list.map((each) => valueText(type.element, each)).join(' ')}]`
    }
    case 'map': {
      const entries = Object.entries(value ?? {}).sort(([a], [b]) => compareStrings(a, b))
      const texts = entries.map(([key, each]) => `${key}:${valueText(type.value, each)}`)
      return texts.length === 0 ? '<nil>' : `map[${texts.join(' ')}]`
    }
    case 'quantity':
      return quantityText(value)
    case 'intOrString':
      return intOrStringText(value)
    case 'time':
    case 'microTime':
      return `{Time:(time.Time){${timeParts(value)} loc:(*time.Location)<nil>}}`
    case 'bool':
      return String(value ?? false)
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return String(value ?? 0)
    default:
      return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  }
}

function structText(type: StructDescriptor, value: unknown): string {
  const object = (value ?? {}) as Readonly<Record<string, unknown>>
  const fields = type.fields.map((field) => {
    const name = nameOf(type, field)
    const member = field.inline ? object : Object.hasOwn(object, field.name) ? object[field.name] : undefined
    if (!field.pointer) return `${name}:(${goTypeName(field.type)})${valueText(field.type, member)}`
    const text = member === undefined || member === null ? '<nil>' : valueText(field.type, member)
    return `${name}:(*${goTypeName(field.type)})${text}`
  })
  return `{${fields.join(' ')}}`
}

function nameOf(struct: StructDescriptor, { name, inline }: FieldDescriptor): string {
  if (inline) return name
  return fieldNames.get(`${goStructName(struct.name)}.${name}`) ?? fieldNames.get(name) ?? goFieldName(name)
}

function quantityText(value: unknown): string {
  // What is read from protobuf was written in its canonical form.
  const text = value === undefined || value === null ? '0' : Quantity.parse(value as string | number).toString()
  const { value: amount, scale, format, wide, text: kept = '' } = parseQuantityText(text)
  const narrow = `value:(int64)${wide ? 0 : amount} scale:(resource.Scale)${wide ? 0 : scale}`
  const decimal = wide ? decimalText({ value: amount, scale }) : '<nil>'
  return `{i:(resource.int64Amount){${narrow}} d:(resource.infDecAmount){Dec:(*inf.Dec)${decimal}} s:(string)${kept} Format:(resource.Format)${format}}`
}

/** A decimal of any size: its digits in words of 64 bits, the lowest first. */
function decimalText({ value, scale }: Pick<QuantityParts, 'value' | 'scale'>): string {
  const words: bigint[] = []
  const negative = value < 0
  let rest = negative ? -BigInt(value) : BigInt(value)
  for (; rest > 0n; rest >>= 64n) words.push(BigInt.asUintN(64, rest))
  const digits = words.length === 0 ? '<nil>' : `[${words.join(' ')}]`
  return `{unscaled:(big.Int){neg:(bool)${negative} abs:(big.nat)${digits}} scale:(inf.Scale)${-scale}}`
}

function intOrStringText(value: unknown): string {
  const isText = typeof value === 'string'
  const number = isText ? 0 : ((value as number | undefined) ?? 0)
  return `{Type:(intstr.Type)${isText ? 1 : 0} IntVal:(int32)${number} StrVal:(string)${isText ? value : ''}}`
}

/** Seconds from the year 1 to 1970. */
const secondsBeforeEpoch = 62_135_596_800

function timeParts(value: unknown): string {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const seconds = Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000) + secondsBeforeEpoch
  return `wall:(uint64)0 ext:(int64)${seconds}`
}
