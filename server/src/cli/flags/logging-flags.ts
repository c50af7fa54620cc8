import type { FlagGroup } from '../flag.js'

/** Flags of the error output. */
export const loggingFlags: FlagGroup = {
  title: 'Logs flags',
  flags: [
    { name: 'v', kind: 'integer', help: 'How much is written: requests from 3 on.', fallback: '0' },
    { name: 'logging-format', kind: 'string', help: 'text or json.', fallback: 'text' },
    {
      name: 'log-text-split-stream',
      kind: 'boolean',
      help: 'With the format text, write errors to standard error and all else to standard output.',
      fallback: 'false',
    },
    {
      name: 'log-json-split-stream',
      kind: 'boolean',
      help: 'With the format json, write errors to standard error and all else to standard output.',
      fallback: 'false',
    },
  ],
}
