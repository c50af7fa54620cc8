import { newestRelease, releases } from 'apimachinery/api/releases'
import type { FlagGroup } from '../../flags/flag.js'

const names = /* @__PURE__ */ releases.map(({ name }) => name).join(', ')

/** How many requests the server takes, and for how long. */
export const genericServerFlags: FlagGroup = {
  title: 'Generic flags',
  flags: [
    {
      name: 'emulated-version',
      kind: 'strings',
      help: `Release whose APIs, feature gates and answers the server has, such as kube=${newestRelease.name}; known are ${names}.`,
      fallback: newestRelease.name,
    },
    {
      name: 'min-compatibility-version',
      kind: 'strings',
      help: 'Oldest release of an API server of the same cluster, which objects are stored for; the one before the emulated version unless given.',
    },
    {
      name: 'enable-priority-and-fairness',
      kind: 'boolean',
      help: 'Queue requests by FlowSchema and PriorityLevelConfiguration objects.',
      fallback: 'true',
    },
    {
      name: 'max-requests-inflight',
      kind: 'integer',
      help: 'Maximum number of concurrent read requests; with priority and fairness, a part of all seats.',
      fallback: '400',
    },
    {
      name: 'max-mutating-requests-inflight',
      kind: 'integer',
      help: 'Maximum number of concurrent write requests; with priority and fairness, a part of all seats.',
      fallback: '200',
    },
    { name: 'request-timeout', kind: 'duration', help: 'Timeout of requests.', fallback: '1m0s' },
    {
      name: 'min-request-timeout',
      kind: 'integer',
      help: 'Minimum duration of a watch without a timeout, in seconds; the actual one is random, up to twice this.',
      fallback: '1800',
    },
    {
      name: 'livez-grace-period',
      kind: 'duration',
      help: 'Time after the start during which /livez ignores post-start hooks that are still running.',
      fallback: '0s',
    },
    {
      name: 'goaway-chance',
      kind: 'number',
      help: 'Probability that a request closes its HTTP/2 connection (GOAWAY), 0 to 0.02, so that clients spread over several servers.',
      fallback: '0',
    },
    {
      name: 'external-hostname',
      kind: 'string',
      help: 'Host name in documents for clients, such as the OpenID configuration.',
    },
    {
      name: 'cors-allowed-origins',
      kind: 'strings',
      help: 'Patterns of origins that may use the server from a web page (CORS).',
    },
    {
      name: 'strict-transport-security-directives',
      kind: 'strings',
      help: 'Directives of the header Strict-Transport-Security, such as max-age=31536000,includeSubDomains.',
    },
    {
      name: 'shutdown-delay-duration',
      kind: 'duration',
      help: 'How long the server continues to serve after /readyz begins to fail.',
      fallback: '0s',
    },
    {
      name: 'shutdown-watch-termination-grace-period',
      kind: 'duration',
      help: 'How long the server waits for watches to end when it stops.',
      fallback: '0s',
    },
    {
      name: 'shutdown-send-retry-after',
      kind: 'boolean',
      help: 'Refuse new requests with status 429 and Retry-After while the last requests finish.',
      fallback: 'false',
    },
  ],
}
