import type { FlagGroup } from '../flag.js'

/** Flags of debugging endpoints. */
export const featureFlags: FlagGroup = {
  title: 'Features flags',
  flags: [
    { name: 'profiling', kind: 'boolean', help: 'Serve profiles below /debug/pprof/.', fallback: 'true' },
    {
      name: 'contention-profiling',
      kind: 'boolean',
      help: 'Profile waiting for locks; there are none here.',
      ignored: true,
    },
    {
      name: 'enable-logs-handler',
      kind: 'boolean',
      help: 'Serve the files of /var/log below /logs.',
      fallback: 'false',
    },
  ],
}
