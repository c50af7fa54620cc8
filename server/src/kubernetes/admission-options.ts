import type { TolerationSeconds } from 'apimachinery/api/admission-plugins'
import type { ImagePolicyOptions } from '../admission/plugins/image-policy-webhook.js'
import type { HookCredentials } from '../admission/webhook/hook-credentials.js'
import type { WebhookObserver } from '../admission/webhook/observer.js'
import type { PluginConfigurations } from './admission-configuration.js'
import type { PluginChoice } from './admission-plugins.js'

/** Credentials for webhooks, by the plugin that calls them. */
export interface WebhookCredentials {
  readonly mutating?: HookCredentials | undefined
  readonly validating?: HookCredentials | undefined
}

/** How a server admits requests. */
export interface AdmissionOptions {
  readonly admissionPlugins?: PluginChoice | undefined
  /** Configurations of plugins, by name: what `--admission-control-config-file` holds. */
  readonly admissionConfiguration?: PluginConfigurations | undefined
  /** Of the plugin DefaultTolerationSeconds; 300 each where absent. */
  readonly tolerationSeconds?: TolerationSeconds | undefined
  /** The credentials of webhooks. */
  readonly webhookCredentials?: WebhookCredentials | undefined
  /** The backend of the plugin ImagePolicyWebhook. */
  readonly imagePolicy?: ImagePolicyOptions | undefined
  /** Called for each call of an admission webhook, besides the metrics. */
  readonly webhookObserver?: WebhookObserver | undefined
}
