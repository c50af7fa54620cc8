import { deepCopy } from 'apimachinery/descriptor'
import { setGroupVersionKind, Unstructured, unstructuredContent } from 'apimachinery/runtime'
import type { ObjectConversion } from '../endpoints/object-conversion.js'
import type { CompiledVersions } from './compiled-versions.js'
import { invalidVersion } from './custom-resource-codec.js'
import type { CustomResourceType } from './custom-resource-type.js'
import type { VersionConverter } from './version-converter.js'

/** Converts for webhooks and policies that are for another version than the request. */
export type AdmittedVersions = Required<Pick<ObjectConversion, 'between'>>

/**
 * Objects of a definition in its other versions, through its webhook or by their names alone. What comes back from another version
 * has the defaults of that version first.
 *
 * Source: `ConvertToGVK` of k8s.io/apiserver/pkg/admission, with the converter and the defaulter of custom resources.
 */
export function admittedVersions(
  requested: CustomResourceType,
  versions: CompiledVersions,
  converter: VersionConverter | undefined,
): AdmittedVersions {
  return {
    async between(object, kind) {
      const [from, to] = [
        versions.ofAPIVersion(object.apiVersion ?? ''),
        versions.ofAPIVersion(String(kind.groupVersion())),
      ]
      if (from === undefined) throw invalidVersion('from', object)
      if (to === undefined) throw invalidVersion('to', { apiVersion: String(kind.groupVersion()) })
      const copy = new Unstructured(unstructuredContent(deepCopy(object)))
      if (from !== requested) from.version.fillDefaults(copy)
      if (converter === undefined) {
        setGroupVersionKind(copy, kind)
        return copy
      }
      const [converted] = await converter.convertUnpruned([copy], to)
      return converted!
    },
  }
}
