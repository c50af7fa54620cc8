import type { FlagGroup } from '../../flags/flag.js'

/** Flags of debugging endpoints. */
export const featureFlags: FlagGroup = {
  title: 'Features flags',
  flags: [
    { name: 'profiling', kind: 'boolean', help: 'Serve profiles at /debug/pprof/.', fallback: 'true' },
    {
      name: 'contention-profiling',
      kind: 'boolean',
      help: 'Node has no locks to profile.',
      ignored: true,
    },
    {
      name: 'enable-logs-handler',
      kind: 'boolean',
      help: 'Serve the files of /var/log at /logs.',
      fallback: 'false',
    },
  ],
}
