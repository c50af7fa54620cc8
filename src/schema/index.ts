export { GroupVersions } from './group-versions.js'
export { GroupKind, GroupResource, GroupVersion, GroupVersionKind, GroupVersionResource } from './identifiers.js'
export {
  fromAPIVersionAndKind,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
  parseKindArg,
  parseResourceArg,
} from './parse.js'
export { compareKubeAwareVersionStrings } from './version-order.js'
