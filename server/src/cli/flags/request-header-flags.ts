import type { Flag } from '../flag.js'

/**
 * Flags of front proxies that authenticate users by headers. Servers of a cluster and those behind an aggregator have them.
 */
export const requestHeaderFlags: readonly Flag[] = [
  {
    name: 'requestheader-client-ca-file',
    kind: 'string',
    help: 'PEM file with authorities of front proxies, which say in headers who makes a request.',
  },
  { name: 'requestheader-allowed-names', kind: 'strings', help: 'Common names of front proxies; any where absent.' },
  {
    name: 'requestheader-username-headers',
    kind: 'strings',
    help: 'Headers with the name of the user.',
    fallback: 'x-remote-user',
  },
  {
    name: 'requestheader-uid-headers',
    kind: 'strings',
    help: 'Headers with the uid of the user.',
    fallback: 'x-remote-uid',
  },
  {
    name: 'requestheader-group-headers',
    kind: 'strings',
    help: 'Headers with groups of the user.',
    fallback: 'x-remote-group',
  },
  {
    name: 'requestheader-extra-headers-prefix',
    kind: 'strings',
    help: 'Prefixes of headers with extra fields of the user.',
    fallback: 'x-remote-extra-',
  },
]
