import type { FlagGroup } from '../flag.js'

/** How this server reaches those that it hands requests over to. */
export const aggregatorFlags: FlagGroup = {
  title: 'Aggregator flags',
  flags: [
    {
      name: 'proxy-client-cert-file',
      kind: 'string',
      help: 'PEM file with the client certificate that aggregated servers know this server by.',
    },
    { name: 'proxy-client-key-file', kind: 'string', help: 'PEM file with the key of --proxy-client-cert-file.' },
    {
      name: 'enable-aggregator-routing',
      kind: 'boolean',
      help: 'Webhooks and aggregated servers are reached at the endpoints of their services, not at cluster IPs.',
    },
    {
      name: 'aggregator-reject-forwarding-redirects',
      kind: 'boolean',
      help: 'Redirects of aggregated servers are not handed on to clients.',
      fallback: 'true',
    },
  ],
}
