import type { Client } from '@apimachinery/client'
import { Namespace } from 'apimachinery/api/core/v1'
import type { Release } from 'apimachinery/api/releases'
import { newSimpleNameGenerator } from 'apimachinery/meta'
import type { Clock } from 'apimachinery/wait'
import type { ClusterState } from '../admission/cluster-state.js'
import type { AdmissionObservers } from '../admission/metrics/admission-observers.js'
import type { ResourcesOfKind } from '../admission/plugins/owner-references-permission-enforcement.js'
import type { HookClient } from '../admission/webhook/hook-client.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { parseCertificateRequest } from '../certificates/certificate-request.js'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'
import type { PluginConfigurations } from './admission-configuration.js'
import type { PluginEnvironment, WebhookSort } from './admission-plugins.js'
import { equivalentResources } from './equivalent-resources.js'
import { paramFinder } from './param-finder.js'

/** The parts of a server for its plugins. */
export interface ServerParts {
  /** The release that the server answers as. */
  readonly release: Release
  readonly state: ClusterState
  readonly authorizer: Authorizer
  readonly clock: Clock
  /** The server's client of itself. */
  readonly client: Client
  /** The currently served resources. */
  readonly resources: () => readonly InstalledGroupVersion[]
  /** Call webhooks; their creator closes them. */
  readonly hooks: Readonly<Record<WebhookSort, HookClient>>
  /** The observers of admission, for metrics. */
  readonly observers?: Partial<AdmissionObservers> | undefined
}

/** The environment of plugins in a server. */
export function pluginEnvironment(parts: ServerParts, configurations: PluginConfigurations = {}): PluginEnvironment {
  const { release, state, authorizer, clock, client, resources } = parts
  const equivalents = equivalentResources(resources)
  const names = newSimpleNameGenerator()
  return {
    release,
    state,
    authorizer,
    clock,
    generateName: (base) => names.generateName(base),
    parseCertificateRequest,
    webhooks: (sort) => ({
      authorizer,
      clock,
      client: parts.hooks[sort],
      namespaces: state,
      equivalents,
      observe: parts.observers?.webhook,
      observeConditions: parts.observers?.conditions,
    }),
    policies: {
      authorizer,
      namespaces: state,
      equivalents,
      findParams: paramFinder(client, resources),
      observe: parts.observers?.policy,
      observeMutation: parts.observers?.mutation,
      observeConditions: parts.observers?.conditions,
    },
    resourcesOfKind: (kind) => resourcesOfKind(resources(), kind),
    updateQuotaStatus: (quota) => client.updateStatus(quota),
    async createNamespace(namespace) {
      await client.resource(Namespace).create(namespace)
    },
    configurations,
    podSecurityObserver: parts.observers?.podSecurity,
  }
}

/** What serves a kind, without subresources. */
export function resourcesOfKind(
  installed: readonly InstalledGroupVersion[],
  { group, version, kind }: Parameters<ResourcesOfKind>[0],
): ReturnType<ResourcesOfKind> {
  return installed
    .filter(({ groupVersion }) => groupVersion.group === group && groupVersion.version === version)
    .flatMap(({ resources }) => resources)
    .filter((resource) => resource.kind === kind && !resource.name.includes('/'))
    .map(({ name, namespaced }) => ({ resource: name, namespaced: namespaced === true }))
}
