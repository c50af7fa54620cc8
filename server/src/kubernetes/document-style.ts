import type { Release } from 'apimachinery/api/releases'
import type { DocumentStyle } from '../openapi/document-style.js'

/** How kube-apiserver of a release writes its documents. */
export function documentStyleOf({ minor }: Release): DocumentStyle {
  return { constraints: false, elementDefaults: minor < 37, allGroups: minor < 36 }
}
