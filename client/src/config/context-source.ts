import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { Section } from './kube-config-file.js'

/** An entry as a kubeconfig has it, fields under their names there: `certificate-authority-data`. */
export type KubeConfigEntry = Readonly<Record<string, JSONValue | undefined>>

/** Overrides for {@link KubeConfig.restConfig}. */
export interface ContextOverrides {
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly namespace?: string | undefined
  /** Fields of the cluster, under their names in a kubeconfig; paths are absolute. With `server` no context is needed. */
  readonly clusterInfo?: KubeConfigEntry | undefined
  /** Fields of the user, likewise. */
  readonly authInfo?: KubeConfigEntry | undefined
}

/** The source of a context. */
export interface ContextSource {
  readonly empty: boolean
  readonly currentContext: string
  readonly files: readonly { readonly path: string | undefined; readonly isMissing: boolean }[]
  entry(section: Section, name: string): JSONObject | undefined
  originOf(section: Section, name: string): string | undefined
  setUser(name: string, fields: KubeConfigEntry): void
  save(): Promise<void>
}
