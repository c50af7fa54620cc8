import type { FlagGroup } from '../flag.js'

/** Who says what is allowed. */
export const authorizationFlags: FlagGroup = {
  title: 'Authorization flags',
  flags: [
    {
      name: 'authorization-mode',
      kind: 'strings',
      help: 'Who says what is allowed, in order: AlwaysAllow, AlwaysDeny, RBAC.',
      fallback: 'AlwaysAllow',
    },
  ],
}
