import type { JSONObject } from 'apimachinery/json'
import type { TestUser } from '../testing/test-users.js'

/** The time of a cluster, as a client asks for it. */
export interface ClockSpec {
  readonly now?: string
  readonly running?: boolean
}

/** A user, as a client asks for it. */
export interface UserSpec extends TestUser {
  readonly name: string
}

/** Where the objects of a cluster come from. */
export interface Origin {
  readonly cluster?: string
  readonly snapshot?: string
}

/** What API server a cluster has: a fork has that of its origin. */
export interface ServerSpec {
  readonly authorizationModes?: readonly ('RBAC' | 'AlwaysAllow' | 'AlwaysDeny' | 'Node')[]
  readonly admissionPlugins?: { readonly enable?: readonly string[]; readonly disable?: readonly string[] }
  readonly featureGates?: Readonly<Record<string, boolean>>
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
}

/** A cluster, as a client asks for it. */
export interface ClusterSpec extends ServerSpec {
  readonly name?: string
  readonly from?: Origin
  readonly controllers?: readonly string[]
  readonly nodes?: number | string
  readonly clock?: ClockSpec
  readonly users?: readonly UserSpec[]
  readonly objects?: readonly JSONObject[]
  readonly ownPort?: boolean
}

/** The fields that a fork takes from its origin. */
export const serverFields = ['authorizationModes', 'admissionPlugins', 'featureGates', 'runtimeConfig'] as const
