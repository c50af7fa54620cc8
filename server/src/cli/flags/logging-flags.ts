import type { FlagGroup } from '../../flags/flag.js'

/** Flags of the error output. */
export const loggingFlags: FlagGroup = {
  title: 'Logs flags',
  flags: [
    { name: 'v', kind: 'integer', help: 'Log verbosity; from 3 on requests are logged.', fallback: '0' },
    { name: 'logging-format', kind: 'string', help: 'Log format: text or json.', fallback: 'text' },
    {
      name: 'log-text-split-stream',
      kind: 'boolean',
      help: 'In text format, write errors to standard error and other messages to standard output.',
      fallback: 'false',
    },
    {
      name: 'log-json-split-stream',
      kind: 'boolean',
      help: 'In JSON format, write errors to standard error and other messages to standard output.',
      fallback: 'false',
    },
  ],
}
