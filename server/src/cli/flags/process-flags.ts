import type { FlagGroup } from '../../flags/flag.js'

/** How the process of the command ends. */
export const processFlags: FlagGroup = {
  title: 'Process flags',
  flags: [
    {
      name: 'exit-with-stdin',
      kind: 'boolean',
      help: 'Stop, as with SIGTERM, when standard input ends: a program that starts the server keeps the other end, so that none is left when that program is killed.',
      fallback: 'false',
    },
  ],
}
