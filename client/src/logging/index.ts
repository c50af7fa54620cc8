export { type LineLoggerOptions, lineLogger } from './line-logger.js'
export { type LogEntry, type LogFormat, type LogLevel, lineHead, logLine, messageWithCauses } from './log-line.js'
export { type Logger, silentLogger } from './logger.js'
