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
  ],
}
