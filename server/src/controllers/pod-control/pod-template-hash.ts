import { PodTemplate, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { type Release, ReleaseStructs } from 'apimachinery/api/releases'
import { goDump, type TypeDescriptor } from 'apimachinery/descriptor'
import { fnv32a } from './fnv32a.js'
import { safeEncode } from './safe-encode.js'

/** Makes the hash of a template of pods; `collisionCount` makes another one of the same template. */
export type PodTemplateHasher = (template: PodTemplateSpec, collisionCount?: number | undefined) => string

/**
 * Makes the function for hashes of templates as the controllers of a release make them: over every field that the release has.
 *
 * Source: `ComputeHash` of pkg/controller of Kubernetes.
 */
export function podTemplateHasher(release: Release): PodTemplateHasher {
  const template = PodTemplate.descriptor.propertyByName.get('template')!.type
  const type: TypeDescriptor = template.kind === 'struct' ? new ReleaseStructs(release).struct(template) : template
  return (value, collisionCount) => {
    let hash = fnv32a(new TextEncoder().encode(goDump(type, value)))
    if (collisionCount !== undefined) {
      const bytes = new DataView(new ArrayBuffer(8))
      bytes.setUint32(0, collisionCount, true)
      hash = fnv32a(new Uint8Array(bytes.buffer), hash)
    }
    return safeEncode(String(hash))
  }
}
