export { addToGroupVersion, unversioned } from './add-to-group-version.js'
export * from './constants.gen.js'
export * from './descriptors.gen.js'
export { addToScheme as addMetaToScheme, groupVersion } from './register.gen.js'
export {
  extractGroupVersions,
  newDeleteOptions,
  newPreconditionDeleteOptions,
  newRVDeletionPrecondition,
  singleObject,
} from './request-options.js'
export * from './types.gen.js'
