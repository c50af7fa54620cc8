import type { FlagGroup } from '../flag.js'

/** What the command writes to its error output. */
export const loggingFlags: FlagGroup = {
  title: 'Logs flags',
  flags: [
    { name: 'v', kind: 'integer', help: 'How much is written: requests from 3 on.', fallback: '0' },
    { name: 'logging-format', kind: 'string', help: 'text or json.', fallback: 'text' },
  ],
}
