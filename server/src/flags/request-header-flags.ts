import type { Flag } from './flag.js'

/**
 * Flags of front proxies that authenticate users by headers. Servers of a cluster and those behind an aggregator have them.
 */
export const requestHeaderFlags: readonly Flag[] = [
  {
    name: 'requestheader-client-ca-file',
    kind: 'string',
    help: 'PEM file with certificate authorities of front proxies, which name the user in headers.',
  },
  {
    name: 'requestheader-allowed-names',
    kind: 'strings',
    help: 'Allowed common names of front proxies; default: any.',
  },
  {
    name: 'requestheader-username-headers',
    kind: 'strings',
    help: 'Headers with the user name.',
    fallback: 'x-remote-user',
  },
  {
    name: 'requestheader-uid-headers',
    kind: 'strings',
    help: "Headers with the user's uid, X-Remote-Uid among them; default: none is read.",
  },
  {
    name: 'requestheader-group-headers',
    kind: 'strings',
    help: "Headers with the user's groups.",
    fallback: 'x-remote-group',
  },
  {
    name: 'requestheader-extra-headers-prefix',
    kind: 'strings',
    help: "Prefixes of headers with the user's extra values.",
    fallback: 'x-remote-extra-',
  },
]
