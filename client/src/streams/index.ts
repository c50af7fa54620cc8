export type { ByteSink, ByteSource, NodeWritable } from './byte-streams.js'
export { CommandSession, type CommandStreams, type TerminalSize } from './command-session.js'
export type { CommandStatus } from './command-status.js'
export { type CopyOptions, copyFrom, copyTo } from './copy.js'
export { linesOf } from './lines.js'
export {
  type CommandOptions,
  type CommandOutput,
  type LogOptions,
  type PodName,
  PodStreams,
} from './pod-streams.js'
export { PortConnection } from './port-connection.js'
export { PortForwarder, type PortForwarderOptions, portForward } from './port-forwarder.js'
export { readTar, type TarEntry, type TarInput, writeTar } from './tar.js'
