import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { KubeConfig } from '@apimachinery/client'
import type { ImageReview, ImageReviewSpec } from 'apimachinery/api/imagepolicy/v1alpha1'
import { newestRelease, type Release } from 'apimachinery/api/releases'
import { systemClock } from 'apimachinery/wait'
import type { ImagePolicyOptions } from '../../admission/plugins/image-policy-webhook.js'
import { type HookCredentials, hookCredentials } from '../../admission/webhook/hook-credentials.js'
import { type FlagValue, UsageError } from '../../flags/flag.js'
import { webhookFromKubeConfig } from '../../internal/webhook/webhook.js'
import {
  AdmissionConfigurationError,
  type ImagePolicyConfiguration,
  type PluginConfigurations,
  parseAdmissionConfiguration,
  type WebhookAdmissionConfiguration,
} from '../../kubernetes/admission-configuration.js'
import type { AdmissionOptions, WebhookCredentials } from '../../kubernetes/admission-options.js'
import { defaultPluginNames, type PluginChoice } from '../../kubernetes/admission-plugins.js'

/** Admission by flags. Throws what files throw, and `AdmissionConfigurationError`. */
export async function admissionOptions(
  flags: ReadonlyMap<string, FlagValue>,
  release: Release = newestRelease,
): Promise<AdmissionOptions> {
  const names = (flag: string): readonly string[] => (flags.get(flag) as readonly string[] | undefined) ?? []
  const seconds = (outage: string): number => Number(flags.get(`default-${outage}-toleration-seconds`) ?? 300)
  const file = flags.get('admission-control-config-file')
  const configurations = typeof file === 'string' ? configurationsIn(file) : {}
  const choice = pluginChoice(names, release)
  const { enable } = choice
  const images = configurations.ImagePolicyWebhook
  const asksForImages = enable.includes('ImagePolicyWebhook') && images !== undefined
  return {
    admissionPlugins: choice,
    admissionConfiguration: configurations,
    tolerationSeconds: { notReady: seconds('not-ready'), unreachable: seconds('unreachable') },
    webhookCredentials: await webhookCredentials(configurations),
    imagePolicy: asksForImages ? await imagePolicy(images, dirname(String(file))) : undefined,
  }
}

/** Source: `AdmissionOptions.Validate` of pkg/kubeapiserver/options in Kubernetes. */
function pluginChoice(names: (flag: string) => readonly string[], release: Release): Required<PluginChoice> {
  const [enable, disable] = [names('enable-admission-plugins'), names('disable-admission-plugins')]
  const only = names('admission-control')
  if (only.length === 0) return { enable, disable }
  if (enable.length > 0 || disable.length > 0) {
    throw new UsageError(
      'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
    )
  }
  return { enable: only, disable: defaultPluginNames(release).filter((name) => !only.includes(name)) }
}

/** Files that the file names are looked for beside it. */
function configurationsIn(file: string): PluginConfigurations {
  const read = (path: string): string => readFileSync(resolve(dirname(file), path), 'utf8')
  return parseAdmissionConfiguration(readFileSync(file, 'utf8'), read)
}

/** Source: `LoadConfig` of k8s.io/apiserver/pkg/admission/plugin/webhook/config. */
async function webhookCredentials(configurations: PluginConfigurations): Promise<WebhookCredentials> {
  const of = async (plugin: WebhookAdmissionConfiguration | undefined): Promise<HookCredentials | undefined> => {
    const file = plugin?.kubeConfigFile ?? ''
    if (file === '') return undefined
    if (!isAbsolute(file)) {
      const message = `kubeConfigFile: Invalid value: ${JSON.stringify(file)}: must be an absolute file path`
      throw new AdmissionConfigurationError(message)
    }
    return hookCredentials(await KubeConfig.load({ file }))
  }
  const mutating = await of(configurations.MutatingAdmissionWebhook)
  const validating = await of(configurations.ValidatingAdmissionWebhook)
  return { mutating, validating }
}

/** Source: `normalizeWebhookConfig` of plugin/pkg/admission/imagepolicy, for what is left out. */
async function imagePolicy(configuration: ImagePolicyConfiguration, folder: string): Promise<ImagePolicyOptions> {
  const { kubeConfigFile, allowTTL, denyTTL, retryBackoff, defaultAllow = false } = configuration
  const options = { initial: retryBackoff || 500, clock: systemClock, random: Math.random }
  const webhook = await webhookFromKubeConfig(resolve(folder, kubeConfigFile), options)
  return {
    async review(spec: ImageReviewSpec) {
      const review = { kind: 'ImageReview', apiVersion: 'imagepolicy.k8s.io/v1alpha1', metadata: {}, spec }
      const { bytes } = await webhook.post(Buffer.from(JSON.stringify(review)))
      return (JSON.parse(Buffer.from(bytes).toString('utf8')) as ImageReview).status ?? {}
    },
    clock: systemClock,
    allowSeconds: allowTTL || 5 * 60,
    denySeconds: denyTTL || 30,
    defaultAllow,
  }
}
