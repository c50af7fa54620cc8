import { admissionMetrics } from '../admission/metrics/admission-metrics.js'
import { admissionObservers } from '../admission/metrics/admission-observers.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import { HookClient } from '../admission/webhook/hook-client.js'
import type { HookCredentials } from '../admission/webhook/hook-credentials.js'
import type { OpenResources } from '../internal/open-resources.js'
import { admissionChain } from './admission-plugins.js'
import { pluginEnvironment } from './plugin-environment.js'
import type { ServerBase } from './server-base.js'
import type { ServerPaths } from './server-paths.js'
import type { ServerSecurity } from './server-security.js'
import type { ServerStores } from './server-stores.js'
import { clusterIPResolver } from './service-resolver.js'

/** The steps before admission. */
export type AdmissionParts = Pick<ServerStores, 'cluster' | 'resolveService'> &
  Pick<ServerSecurity, 'authorizer'> &
  Pick<ServerPaths, 'paths'>

/** Builds the plugins of a server. @throws PluginChoiceError */
export function serverAdmission(
  { options, release, clock, client, metrics }: ServerBase,
  { cluster, resolveService, authorizer, paths }: AdmissionParts,
  opened: OpenResources,
): AdmissionPlugin {
  const { registry } = metrics
  const { webhookObserver, webhookCredentials, inProcessWebhooks: inProcess } = options
  const clientWith = (credentials: HookCredentials | undefined): HookClient => {
    const hooks = new HookClient({
      resolveService: resolveService ?? clusterIPResolver(cluster.liveService),
      inProcess,
      credentials,
    })
    opened.add(() => hooks.close())
    return hooks
  }
  const { webhook, ...observers } = admissionObservers(registry)
  const environment = pluginEnvironment(
    {
      release,
      state: cluster,
      authorizer,
      clock,
      client,
      resources: () => paths.installed(),
      hooks: {
        mutating: clientWith(webhookCredentials?.mutating),
        validating: clientWith(webhookCredentials?.validating),
      },
      observers: {
        ...observers,
        webhook(observation) {
          webhook(observation)
          webhookObserver?.(observation)
        },
      },
    },
    options.admissionConfiguration,
  )
  const { tolerationSeconds, imagePolicy, admissionPlugins } = options
  return admissionChain(
    { ...environment, tolerationSeconds, imagePolicy },
    admissionPlugins,
    admissionMetrics(registry),
  )
}
