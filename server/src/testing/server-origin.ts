import type { APIServerOptions } from '../kubernetes/api-server.js'
import type { SharedKinds } from '../kubernetes/shared-kinds.js'

/** Options that decide which objects every cluster has, and which kinds. */
const deciding = ['release', 'minCompatibilityVersion', 'groups', 'runtimeConfig', 'featureGates', 'services'] as const

/** A server in whose store everything was made that a cluster has. */
export interface ServerOrigin {
  readonly kinds: SharedKinds
  readonly key: string
}

export function originOf(options: APIServerOptions, kinds: SharedKinds): ServerOrigin {
  return { kinds, key: keyOf(options) }
}

/** What a server over a copy of a store need not make anew; nothing where its options are others. */
export function fromOrigin(
  origin: ServerOrigin | undefined,
  options: APIServerOptions,
): Pick<APIServerOptions, 'kinds' | 'bootstrap'> {
  if (origin === undefined || origin.key !== keyOf(options)) return {}
  return { kinds: origin.kinds, bootstrap: { ...options.bootstrap, isDone: true } }
}

function keyOf(options: APIServerOptions): string {
  return JSON.stringify([
    options.bootstrap?.contents,
    options.storage?.mediaType,
    ...deciding.map((name) => options[name]),
  ])
}
