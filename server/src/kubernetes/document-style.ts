import { type Release, ReleaseStructs } from 'apimachinery/api/releases'
import type { DocumentStyle } from '../openapi/document-style.js'

/** How kube-apiserver of a release writes its documents. */
export function documentStyleOf(release: Release): DocumentStyle {
  const { minor } = release
  const structs = new ReleaseStructs(release)
  return {
    constraints: false,
    elementDefaults: minor < 37,
    allGroups: minor < 36,
    sharedStruct: (descriptor) => structs.struct(descriptor),
  }
}
