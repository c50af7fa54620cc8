import type { ConfigurationField } from '../document/configuration-field.js'
import { type LocalAccess, readFileName } from './local-access.js'
import { type EntryReader, readTexts } from './rule-document.js'

/** Where the log of a container comes from. */
export type LogSource =
  /** A file in the format of container runtimes. */
  | { readonly file: string }
  /** A text. */
  | { readonly text: string }

/** The logs of containers. */
export interface LogEntry {
  readonly containers: readonly string[]
  readonly log: LogSource | undefined
  /** Of the container before it was restarted. */
  readonly previous: LogSource | undefined
}

/** Entries of kwok, which name files. `follow` says nothing: the client decides. */
export function kwokLogReader(access: LocalAccess): EntryReader<LogEntry> {
  return {
    list: 'logs',
    read(entry) {
      const fields = entry.members(['containers', 'logsFile', 'previousLogsFile', 'follow'])
      fields.follow.boolean()
      return {
        containers: readTexts(fields.containers),
        log: fileOf(fields.logsFile, access),
        previous: fileOf(fields.previousLogsFile, access),
      }
    },
  }
}

/** Entries that have the text. */
export const ownLogReader: EntryReader<LogEntry> = {
  list: 'logs',
  read(entry) {
    const fields = entry.members(['containers', 'text', 'previousText'])
    const textOf = (field: ConfigurationField): LogSource | undefined => {
      const text = field.optionalText()
      return text === undefined ? undefined : { text }
    }
    return {
      containers: readTexts(fields.containers),
      log: textOf(fields.text),
      previous: textOf(fields.previousText),
    }
  },
}

function fileOf(field: ConfigurationField, access: LocalAccess): LogSource | undefined {
  const file = readFileName(field, access)
  return file === undefined ? undefined : { file }
}
