export { encodeBase64, isCanonicalBase64 } from '../internal/base64.js'
export { canonicalBase64, decodeBase64 } from './base64.js'
export type { Instant } from './calendar.js'
export { canonicalDuration, formatDuration, parseDuration } from './duration.js'
export { humanDuration, shortHumanDuration } from './human-duration.js'
export {
  getScaledValueFromIntOrPercent,
  getValueFromIntOrPercent,
  type IntOrString,
  intOrStringFromJSON,
  intValue,
  parseIntOrString,
  type ScaleOptions,
} from './int-or-string.js'
export {
  canonicalMicroTime,
  formatMicroTime,
  microTimeFromDate,
  microTimeFromProto,
  microTimeToProto,
  parseMicroTime,
} from './micro-time.js'
export { ScalarError, type ScalarErrorCode } from './scalar-error.js'
export {
  canonicalTime,
  compareTimes,
  formatTime,
  isZeroTime,
  type ProtoTimestamp,
  parseTime,
  timeFromDate,
  timeFromProto,
  timeToDate,
  timeToProto,
} from './time.js'
