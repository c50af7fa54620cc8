import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.js'
import type { RESTConfig } from './rest-config.js'

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Input of {@link inClusterConfig}. */
export interface InClusterSources {
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  /** Folder with `token`, `ca.crt` and `namespace`. */
  readonly folder?: string | undefined
}

/** The configuration of a pod: its service account. @throws ConfigError outside of a cluster. */
export async function inClusterConfig(sources: InClusterSources = {}): Promise<RESTConfig> {
  const { environment = process.env, folder = serviceAccountFolder } = sources
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment
  if (!host || !port) {
    const needed = 'KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined'
    throw new ConfigError(`unable to load in-cluster configuration, ${needed}`)
  }
  const bearerTokenFile = join(folder, 'token')
  const caFile = join(folder, 'ca.crt')
  await read(bearerTokenFile)
  await read(caFile)
  const namespace = await read(join(folder, 'namespace')).catch(() => '')
  return {
    host: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    bearerTokenFile,
    tls: { caFile },
    namespace: namespace.trim() || undefined,
    identity: `the service account of the pod (${bearerTokenFile})`,
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new ConfigError('unable to load in-cluster configuration', { file, cause })
  }
}
