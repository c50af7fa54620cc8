import { goFieldName } from '../../descriptor/go-field-name.js'
import { canonicalize } from '../../descriptor/to-canonical-json.js'
import type { StructDescriptor, TypeDescriptor, VariantDescriptor } from '../../descriptor/types.js'
import { zeroValue } from '../../descriptor/zero-value.js'
import { messageOf } from '../../errors/message-of.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { isJSONObject, type JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../validation/immutable.js'
import { isSet } from './go-values.js'

/** Names of fields of one struct that follow no rule: struct and field → name. */
const namesInStruct: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['GCEPersistentDiskVolumeSource.pdName', 'PDName'],
  ['ISCSIPersistentVolumeSource.iqn', 'IQN'],
  ['ISCSIPersistentVolumeSource.chapAuthDiscovery', 'DiscoveryCHAPAuth'],
  ['ISCSIPersistentVolumeSource.chapAuthSession', 'SessionCHAPAuth'],
  ['RBDPersistentVolumeSource.monitors', 'CephMonitors'],
  ['RBDPersistentVolumeSource.image', 'RBDImage'],
  ['RBDPersistentVolumeSource.pool', 'RBDPool'],
  ['RBDPersistentVolumeSource.user', 'RadosUser'],
  ['AzureDiskVolumeSource.diskURI', 'DataDiskURI'],
  ['FCVolumeSource.wwids', 'WWIDs'],
  ['GlusterfsPersistentVolumeSource.endpoints', 'EndpointsName'],
  ['ScaleIOPersistentVolumeSource.sslEnabled', 'SSLEnabled'],
  ['SelectableField.jsonPath', 'JSONPath'],
])

const schemaFields =
  'id $schema $ref description type nullable format title default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf enum maxProperties minProperties required items allOf oneOf anyOf not properties additionalProperties patternProperties dependencies additionalItems definitions externalDocs example x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-validations'

/** Fields of internal structs whose order differs from the versioned ones. */
const internalOrder: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  [
    'io.k8s.api.core.v1.PersistentVolumeSpec',
    'capacity gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi accessModes claimRef persistentVolumeReclaimPolicy storageClassName mountOptions volumeMode nodeAffinity volumeAttributesClassName'.split(
      ' ',
    ),
  ],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps', /* @__PURE__ */ schemaFields.split(' ')],
  [
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.JSONSchemaProps',
    /* @__PURE__ */ schemaFields.split(' '),
  ],
])

/** Fields that not every release has: they are shown when they have a value, or where all are asked for. */
const newerFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['derivedAttributes', 'partitionTypeAttribute', 'defaultPartitionTypeAttribute', 'skipNodeOperations'],
  ...['compatibilityGroups', 'partitionSummary', 'shareableSummary'],
])

/** How {@link internalText} writes. */
export interface InternalTextOptions {
  readonly pretty?: boolean
  readonly rewrite?: (json: JSONValue) => JSONValue
  /** Shows fields without a value even if not every release has them. */
  readonly newer?: boolean
}

/**
 * Writes a value as Go writes that of an internal type into messages: every field, under the name of Go's struct. Types of
 * meta/v1, which have no internal form, are written as in JSON. Null is a pointer to nothing, undefined the zero value.
 *
 * @param options - `pretty` for one line a member, `rewrite` for a struct that differs more.
 */
export function internalText(type: TypeDescriptor, value: unknown, options: InternalTextOptions = {}): string {
  if (value === null) return 'null'
  const { pretty = false, rewrite = (json) => json, newer = false } = options
  try {
    const all = internalValue(type, value as JSONValue | undefined)
    const json = rewrite(newer ? all : withoutNewer(all))
    return stringifyJSON(json, { keys: 'kept', pretty })
  } catch (error) {
    return messageOf(error)
  }
}

/** An error about a value that is shown as Go shows that of an internal type. */
export function invalidInternal(
  path: FieldPath,
  { type, value }: { readonly type: TypeDescriptor; readonly value: unknown },
  detail: string,
): FieldError {
  const origin = detail === fieldImmutableErrorMsg ? 'immutable' : ''
  return invalid(path, value, detail).with({ valueText: internalText(type, value), origin })
}

/** The names in Go of {@link newerFields}. */
const newerNames: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ Array.from(newerFields, goFieldName))

function withoutNewer(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(withoutNewer)
  if (typeof json !== 'object' || json === null) return json
  const kept = Object.entries(json).filter(([name, value]) => value !== null || !newerNames.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutNewer(value)]))
}

function internalValue(type: TypeDescriptor, value: JSONValue | undefined): JSONValue {
  switch (type.kind) {
    case 'struct':
      return internalStruct(type, value)
    case 'list':
      if (!Array.isArray(value)) return null
      return value.map((item) => (item === null && type.pointerElements ? null : internalValue(type.element, item)))
    case 'map': {
      if (!isSet(value)) return null
      const entries = Object.entries(value as Record<string, JSONValue>).sort(([a], [b]) => compareStrings(a, b))
      return Object.fromEntries(entries.map(([key, each]) => [key, internalValue(type.value, each)]))
    }
    case 'variant':
      return internalVariant(type, value)
    default:
      return isSet(value) ? canonicalize(type, value) : zeroValue(type)
  }
}

/** A schema or something else: a struct with a member for each. */
function internalVariant({ shape: form, schema: struct }: VariantDescriptor, value: JSONValue | undefined): JSONValue {
  const schema = isJSONObject(value) ? internalValue(struct, value) : null
  if (form === 'orBool') return { Allows: value !== false, Schema: schema }
  const list = Array.isArray(value) ? value : undefined
  if (form === 'orStringArray') return { Schema: schema, Property: list ?? null }
  return { Schema: schema, JSONSchemas: list?.map((each) => internalValue(struct, each)) ?? null }
}

function internalStruct(type: StructDescriptor, value: JSONValue | undefined): JSONValue {
  if (type.name.startsWith('io.k8s.apimachinery.')) return canonicalize(type, value ?? {})
  const object = (value ?? {}) as Record<string, JSONValue>
  const order = internalOrder.get(type.name)
  const structName = type.name.slice(type.name.lastIndexOf('.') + 1)
  const properties = order?.flatMap((name) => type.propertyByName.get(name) ?? []) ?? type.properties
  const fields = properties.map(({ name, pointer, type: fieldType }): [string, JSONValue] => {
    const member = Object.hasOwn(object, name) ? object[name] : undefined
    const goName = namesInStruct.get(`${structName}.${name}`) ?? goFieldName(name)
    return [goName, pointer && !isSet(member) ? null : internalValue(fieldType, member)]
  })
  return Object.fromEntries(fields)
}
