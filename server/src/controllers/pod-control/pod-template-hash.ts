import { PodTemplate, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { type Release, ReleaseStructs, releases } from 'apimachinery/api/releases'
import { goDump, type TypeDescriptor } from 'apimachinery/descriptor'
import { fnv32a } from './fnv32a.js'
import { safeEncode } from './safe-encode.js'

/** Makes the hash of a template of pods; `collisionCount` makes another one of the same template. */
export type PodTemplateHasher = (template: PodTemplateSpec, collisionCount?: number | undefined) => string

/** The minor version of the newest release whose hashes are known. */
const newestKnown = 36

/**
 * Makes the function for hashes of templates as the controllers of a release make them: over every field that the release has. Fields that
 * came after the newest known one count where they have a value.
 *
 * Source: `ComputeHash` of pkg/controller of Kubernetes.
 */
export function podTemplateHasher(release: Release): PodTemplateHasher {
  const { type } = PodTemplate.descriptor.propertyByName.get('template')!
  const known = releases.find(({ minor }) => minor === Math.min(release.minor, newestKnown)) ?? release
  const knownType = type.kind === 'struct' ? new ReleaseStructs(known).struct(type) : type
  return (value, collisionCount) => {
    const text = goDump(knownType, value)
    const more = release !== known && hasOtherFields(knownType, value) ? goDump(type, value) : ''
    let hash = fnv32a(new TextEncoder().encode(text + more))
    if (collisionCount !== undefined) {
      const bytes = new DataView(new ArrayBuffer(8))
      bytes.setUint32(0, collisionCount, true)
      hash = fnv32a(new Uint8Array(bytes.buffer), hash)
    }
    return safeEncode(String(hash))
  }
}

/** Whether a value has fields that its type does not have. */
function hasOtherFields(type: TypeDescriptor, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (type.kind === 'list') return (value as readonly unknown[]).some((each) => hasOtherFields(type.element, each))
  if (type.kind !== 'struct') return false
  return Object.entries(value).some(([name, member]) => {
    const property = type.propertyByName.get(name)
    return property === undefined ? isSet(member) : hasOtherFields(property.type, member)
  })
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}
