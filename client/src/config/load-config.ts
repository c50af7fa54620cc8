import type { ContextOverrides } from './context-source.js'
import { type InClusterSources, inClusterConfig } from './in-cluster.js'
import { KubeConfig, type KubeConfigSources } from './kube-config.js'
import type { RESTConfig } from './rest-config.js'
import { text } from './validate-context.js'

/** Where {@link loadConfig} looks, and what it overrides. */
export type LoadConfigOptions = KubeConfigSources & ContextOverrides & Pick<InClusterSources, 'folder'>

/**
 * The configuration of this process, as client-go finds it: the file that was named; else the files of `KUBECONFIG`, or
 * `~/.kube/config`; else, where there is nothing in them, that of the pod.
 *
 * @throws ConfigError
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<RESTConfig> {
  const { environment = process.env, file, folder, ...overrides } = options
  const config = await KubeConfig.load({ file, environment })
  const inPod = environment.KUBERNETES_SERVICE_HOST && environment.KUBERNETES_SERVICE_PORT
  if (file !== undefined || !config.empty || !inPod) return config.restConfig(overrides)
  return inPodWith(overrides, await inClusterConfig({ environment, folder }))
}

/** Of the overrides of entries those of the address, the token and the authority count in a pod, as in client-go. */
function inPodWith({ namespace, clusterInfo = {}, authInfo = {} }: ContextOverrides, found: RESTConfig): RESTConfig {
  const server = text(clusterInfo, 'server')
  const authority = text(clusterInfo, 'certificate-authority')
  const [bearerToken, bearerTokenFile] = [text(authInfo, 'token'), text(authInfo, 'tokenFile')]
  return {
    ...found,
    ...(server !== '' && { host: server }),
    ...(bearerToken + bearerTokenFile !== '' && { bearerToken, bearerTokenFile }),
    ...(authority !== '' && { tls: { ...found.tls, caFile: authority } }),
    ...(namespace !== undefined && { namespace }),
  }
}
