import { MachineryError } from 'apimachinery/errors'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { EventRateLimitConfiguration } from '../admission/plugins/event-rate-limit.js'
import type { PodNodeSelectorConfiguration } from '../admission/plugins/pod-node-selector.js'
import type { PodTolerationRestrictionConfiguration } from '../admission/plugins/pod-toleration-restriction.js'
import type { ResourceQuotaConfiguration } from '../admission/plugins/resource-quota/configuration.js'
import type { PodSecurityConfiguration } from '../admission/pod-security/configuration.js'

/** The configurations of plugins, by name. */
export interface PluginConfigurations {
  readonly EventRateLimit?: EventRateLimitConfiguration
  readonly PodNodeSelector?: PodNodeSelectorConfiguration
  readonly PodSecurity?: PodSecurityConfiguration
  readonly PodTolerationRestriction?: PodTolerationRestrictionConfiguration
  readonly ResourceQuota?: ResourceQuotaConfiguration
  readonly ImagePolicyWebhook?: ImagePolicyConfiguration
  readonly MutatingAdmissionWebhook?: WebhookAdmissionConfiguration
  readonly ValidatingAdmissionWebhook?: WebhookAdmissionConfiguration
}

/** The credentials of admission webhooks. */
export interface WebhookAdmissionConfiguration {
  /** Path from the root; its users are credentials for webhooks. */
  readonly kubeConfigFile?: string
}

/** The backend of the plugin ImagePolicyWebhook, and its cache times. */
export interface ImagePolicyConfiguration {
  readonly kubeConfigFile: string
  /** Seconds. */
  readonly allowTTL?: number
  /** Seconds. */
  readonly denyTTL?: number
  /** Milliseconds. */
  readonly retryBackoff?: number
  readonly defaultAllow?: boolean
}

/** Says what is wrong with the file of `--admission-control-config-file`. */
export class AdmissionConfigurationError extends MachineryError {
  override readonly name: string = 'AdmissionConfigurationError'

  constructor(message: string) {
    super('AdmissionConfiguration', message)
  }
}

type Content = Readonly<Record<string, unknown>>

const webhookAdmission = { kind: 'WebhookAdmissionConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] }

/** The kinds of the configurations of plugins, by plugin. */
const kinds: Readonly<Record<string, { readonly kind: string; readonly apiVersions: readonly string[] }>> = {
  EventRateLimit: { kind: 'Configuration', apiVersions: ['eventratelimit.admission.k8s.io/v1alpha1'] },
  PodSecurity: { kind: 'PodSecurityConfiguration', apiVersions: ['pod-security.admission.config.k8s.io/v1'] },
  PodTolerationRestriction: {
    kind: 'Configuration',
    apiVersions: ['podtolerationrestriction.admission.k8s.io/v1alpha1'],
  },
  MutatingAdmissionWebhook: webhookAdmission,
  ValidatingAdmissionWebhook: webhookAdmission,
  ResourceQuota: {
    kind: 'ResourceQuotaConfiguration',
    apiVersions: [
      'apiserver.config.k8s.io/v1',
      'resourcequota.admission.k8s.io/v1beta1',
      'resourcequota.admission.k8s.io/v1alpha1',
    ],
  },
}

/** Plugins whose configuration is nested under a name of its own. */
const wrappers: Readonly<Record<string, string>> = {
  ImagePolicyWebhook: 'imagePolicy',
  PodNodeSelector: 'podNodeSelectorPluginConfig',
}

/**
 * Reads an `AdmissionConfiguration`, YAML or JSON.
 *
 * Source: `ReadAdmissionConfiguration` of k8s.io/apiserver/pkg/admission.
 * @param readFile reads a file that the configuration names, relative to its own folder.
 * @throws AdmissionConfigurationError for another kind, an unknown plugin, and a plugin that has none.
 */
export function parseAdmissionConfiguration(text: string, readFile: (path: string) => string): PluginConfigurations {
  const { apiVersion, kind, plugins = [] } = contentOf(text)
  const versions = ['apiserver.config.k8s.io/v1', 'apiserver.k8s.io/v1alpha1']
  if (kind !== 'AdmissionConfiguration' || !versions.includes(String(apiVersion))) {
    throw new AdmissionConfigurationError(
      `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')}`,
    )
  }
  if (!Array.isArray(plugins)) throw new AdmissionConfigurationError('plugins: must be a list')
  const entries = plugins.flatMap((plugin: Content): [string, unknown][] => {
    const { name, path, configuration } = plugin ?? {}
    if (typeof name !== 'string') throw new AdmissionConfigurationError('plugins: every plugin must have a name')
    if (configuration !== undefined && configuration !== null) return [[name, pluginContent(name, configuration)]]
    if (typeof path !== 'string' || path === '') return []
    return [[name, pluginContent(name, contentOf(readFile(path)))]]
  })
  return Object.fromEntries(entries)
}

function contentOf(text: string): Content {
  const value = yamlToJSON(text, { strict: true })
  if (isContent(value)) return value
  throw new AdmissionConfigurationError('the configuration is no object')
}

function isContent(value: unknown): value is Content {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function pluginContent(name: string, content: unknown): unknown {
  if (!isContent(content)) throw new AdmissionConfigurationError(`configuration of ${name} is no object`)
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (wrapper !== undefined) return content[wrapper]
  const expected = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (expected === undefined) throw new AdmissionConfigurationError(`the plugin ${name} has no configuration`)
  const { apiVersion, kind, ...rest } = content
  if (kind === expected.kind && expected.apiVersions.includes(String(apiVersion))) return rest
  throw new AdmissionConfigurationError(
    `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')}`,
  )
}
