import type { FlagGroup } from '../flag.js'

/** How many requests the server takes, and for how long. */
export const genericServerFlags: FlagGroup = {
  title: 'Generic flags',
  flags: [
    {
      name: 'enable-priority-and-fairness',
      kind: 'boolean',
      help: 'Let requests wait their turn by FlowSchema and PriorityLevelConfiguration objects.',
      fallback: 'true',
    },
    {
      name: 'max-requests-inflight',
      kind: 'integer',
      help: 'Requests that only read and are worked on at once; with priority and fairness a part of all seats.',
      fallback: '400',
    },
    {
      name: 'max-mutating-requests-inflight',
      kind: 'integer',
      help: 'Requests that write and are worked on at once; with priority and fairness a part of all seats.',
      fallback: '200',
    },
    { name: 'request-timeout', kind: 'duration', help: 'How long a request may take.', fallback: '1m0s' },
    {
      name: 'min-request-timeout',
      kind: 'integer',
      help: 'Seconds that a watch lasts at least, where it names no time: one to two times this.',
      fallback: '1800',
    },
    {
      name: 'livez-grace-period',
      kind: 'duration',
      help: 'How long after its start /livez takes it that what has not ended yet will end well.',
      fallback: '0s',
    },
    {
      name: 'goaway-chance',
      kind: 'number',
      help: 'How often a request over HTTP/2 ends its connection, 0 to 0.02, so that clients spread over several servers.',
      fallback: '0',
    },
    {
      name: 'external-hostname',
      kind: 'string',
      help: 'The name that documents tell clients outside, such as that of the OpenID configuration.',
    },
    { name: 'cors-allowed-origins', kind: 'strings', help: 'Patterns of origins whose web pages may use the server.' },
    {
      name: 'strict-transport-security-directives',
      kind: 'strings',
      help: 'Directives of the header Strict-Transport-Security, such as max-age=31536000,includeSubDomains.',
    },
    {
      name: 'shutdown-delay-duration',
      kind: 'duration',
      help: 'How long the server goes on serving after /readyz has begun to fail.',
      fallback: '0s',
    },
    {
      name: 'shutdown-watch-termination-grace-period',
      kind: 'duration',
      help: 'How long the last bytes of watches may take to be read when the server stops.',
      fallback: '0s',
    },
    {
      name: 'shutdown-send-retry-after',
      kind: 'boolean',
      help: 'Ask clients to come back later, with status 429, while the last requests end.',
      fallback: 'false',
    },
  ],
}
