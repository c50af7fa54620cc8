import type { FlagGroup } from '../../flags/flag.js'

/** How this server connects to aggregated servers. */
export const aggregatorFlags: FlagGroup = {
  title: 'Aggregator flags',
  flags: [
    {
      name: 'proxy-client-cert-file',
      kind: 'string',
      help: 'PEM file with the client certificate for requests to aggregated servers.',
    },
    { name: 'proxy-client-key-file', kind: 'string', help: 'PEM file with the key of --proxy-client-cert-file.' },
    {
      name: 'enable-aggregator-routing',
      kind: 'boolean',
      help: 'Connect to the endpoints of services of webhooks and aggregated servers, instead of their cluster IPs.',
    },
    {
      name: 'aggregator-reject-forwarding-redirect',
      kind: 'boolean',
      help: 'Do not forward redirects of aggregated servers to clients.',
      fallback: 'true',
    },
  ],
}
