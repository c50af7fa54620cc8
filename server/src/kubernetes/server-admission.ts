import type { TolerationSeconds } from 'apimachinery/api/admission-plugins'
import type { AdmissionObserver } from '../admission/chain.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import type { ImagePolicyOptions } from '../admission/plugins/image-policy-webhook.js'
import { HookClient, type ResolveService } from '../admission/webhook/hook-client.js'
import type { HookCredentials } from '../admission/webhook/hook-credentials.js'
import type { WebhookObserver } from '../admission/webhook/observer.js'
import type { InProcessWebhooks } from '../request/service-resolver.js'
import type { PluginConfigurations } from './admission-configuration.js'
import { admissionChain, type PluginChoice } from './admission-plugins.js'
import { pluginEnvironment, type ServerParts } from './plugin-environment.js'
import { clusterIPResolver } from './service-resolver.js'

/** Credentials for webhooks, by the plugin that calls them. */
export interface WebhookCredentials {
  readonly mutating?: HookCredentials
  readonly validating?: HookCredentials
}

/** How a server admits requests. */
export interface AdmissionOptions {
  readonly admissionPlugins?: PluginChoice
  /** Configurations of plugins, by name: what `--admission-control-config-file` holds. */
  readonly admissionConfiguration?: PluginConfigurations
  /** Of the plugin DefaultTolerationSeconds; 300 each where absent. */
  readonly tolerationSeconds?: TolerationSeconds
  /** Where webhooks that are services of the cluster are reached; at their cluster IPs where absent. */
  readonly resolveService?: ResolveService
  /** Webhooks that are answered in this process. */
  readonly inProcessWebhooks?: InProcessWebhooks
  /** The credentials of webhooks. */
  readonly webhookCredentials?: WebhookCredentials
  /** The backend of the plugin ImagePolicyWebhook. */
  readonly imagePolicy?: ImagePolicyOptions
  /** Called for each call of an admission webhook, besides the metrics. */
  readonly webhookObserver?: WebhookObserver
}

/** The admission of a server, and the connections to webhooks, which are to be closed with it. */
export interface ServerAdmission {
  readonly admission: AdmissionPlugin
  readonly webhooks: Pick<HookClient, 'close'>
}

/** Builds the plugins of a server. @throws PluginChoiceError */
export function serverAdmission(
  parts: Omit<ServerParts, 'hooks'>,
  options: AdmissionOptions,
  observer?: AdmissionObserver,
): ServerAdmission {
  const resolveService = options.resolveService ?? clusterIPResolver(parts.state.liveService)
  const { mutating, validating } = options.webhookCredentials ?? {}
  const clientWith = (credentials: HookCredentials | undefined): HookClient =>
    new HookClient({ resolveService, inProcess: options.inProcessWebhooks, ...(credentials && { credentials }) })
  const hooks = { mutating: clientWith(mutating), validating: clientWith(validating) }
  const webhook: WebhookObserver = (observation) => {
    parts.observers?.webhook?.(observation)
    options.webhookObserver?.(observation)
  }
  const server = { ...parts, hooks, observers: { ...parts.observers, webhook } }
  const environment = pluginEnvironment(server, options.admissionConfiguration)
  const { tolerationSeconds, imagePolicy } = options
  return {
    admission: admissionChain({ ...environment, tolerationSeconds, imagePolicy }, options.admissionPlugins, observer),
    webhooks: {
      close() {
        hooks.mutating.close()
        hooks.validating.close()
      },
    },
  }
}
