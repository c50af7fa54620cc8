import type { FlagGroup } from '../flag.js'

/** How this server shows itself to those that it hands requests over to. */
export const aggregatorFlags: FlagGroup = {
  title: 'Aggregator flags',
  flags: [
    {
      name: 'proxy-client-cert-file',
      kind: 'string',
      help: 'PEM file with the client certificate that aggregated servers know this server by.',
    },
    { name: 'proxy-client-key-file', kind: 'string', help: 'PEM file with the key of --proxy-client-cert-file.' },
  ],
}
