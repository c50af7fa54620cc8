export {
  formatLabelSelector,
  labelSelectorAsMap,
  labelSelectorAsSelector,
  parseToLabelSelector,
  setAsLabelSelector,
} from '../../labels/label-selector.js'
export { formatDuration, parseDuration } from '../../scalar/duration.js'
export { formatMicroTime, microTimeFromDate, parseMicroTime } from '../../scalar/micro-time.js'
export { compareTimes, formatTime, isZeroTime, parseTime, timeFromDate, timeToDate } from '../../scalar/time.js'
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
