import { type LocalAccess, readFileName } from './local-access.js'
import type { LogSource } from './log-rules.js'
import { type EntryReader, readTexts } from './rule-document.js'

/** What those see who attach to containers. */
export interface AttachEntry {
  readonly containers: readonly string[]
  /** What is written to it from then on; a text is written at once. */
  readonly log: LogSource | undefined
  /** Writes what comes in on standard input to standard output. */
  readonly echo: boolean
}

/** Entries of kwok, which name files. */
export function kwokAttachReader(access: LocalAccess): EntryReader<AttachEntry> {
  return {
    list: 'attaches',
    read(entry) {
      const { containers, logsFile } = entry.members(['containers', 'logsFile'])
      const file = readFileName(logsFile, access)
      return { containers: readTexts(containers), log: file === undefined ? undefined : { file }, echo: false }
    },
  }
}

/** Entries that have the text. */
export const ownAttachReader: EntryReader<AttachEntry> = {
  list: 'attaches',
  read(entry) {
    const { containers, text, echo } = entry.members(['containers', 'text', 'echo'])
    return { containers: readTexts(containers), log: { text: text.text() }, echo: echo.boolean() }
  },
}
