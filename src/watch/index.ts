export { Broadcaster, type BroadcasterOptions, type FullChannelBehavior } from './broadcaster.js'
export { emptyWatch } from './empty-watch.js'
export { EventType, isEventType } from './event-type.js'
export { defaultChanSize, FakeWatcher, RaceFreeFakeWatcher } from './fake-watcher.js'
export { type FilterFunc, filter } from './filter.js'
export { cborWatch } from './formats/cbor-watch.js'
export { jsonWatch } from './formats/json-watch.js'
export { protobufWatch } from './formats/protobuf-watch.js'
export { watchFormatFor } from './formats/watch-format-for.js'
export { yamlWatch } from './formats/yaml-watch.js'
export { MockWatcher, type MockWatcherFuncs } from './mock-watcher.js'
export { ProxyWatcher } from './proxy-watcher.js'
export { Recorder } from './recorder.js'
export { StreamWatcher, type StreamWatcherOptions } from './stream-watcher.js'
export {
  type ConditionFunc,
  type ListerWatcher,
  listWatchUntil,
  UntilError,
  type UntilErrorDetails,
  type UntilOptions,
  until,
} from './until.js'
export { isWatchDecodeError, WatchDecodeError } from './watch-decode-error.js'
export { WatchDecoder, type WatchDecoderOptions } from './watch-decoder.js'
export { WatchEncoder, type WatchEncoderOptions } from './watch-encoder.js'
export {
  errorFromEvent,
  isInitialEventsEnd,
  type ObjectEvent,
  type WatchErrorEvent,
  type WatchEvent,
} from './watch-event.js'
export type { EncodedEvent, WatchFormat } from './watch-format.js'
export type { Watcher } from './watcher.js'
