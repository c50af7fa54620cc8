import type { ScopeSelector } from './evaluator.js'

/** Resources that require a quota. Source: `LimitedResource` of resourcequota.admission.k8s.io/v1beta1. */
export interface LimitedResource {
  readonly apiGroup?: string | undefined
  readonly resource: string
  /** Parts of the names of resources of quotas. */
  readonly matchContains?: readonly string[] | undefined
  readonly matchScopes?: readonly ScopeSelector[] | undefined
}

/** `ResourceQuotaConfiguration` of apiserver.config.k8s.io/v1. */
export interface ResourceQuotaConfiguration {
  readonly limitedResources?: readonly LimitedResource[] | undefined
}
