import type { ExecPluginPolicy } from './exec-plugin-policy.js'

/**
 * The address of an API server and how to connect to it: the configuration of a context of a kubeconfig, or of a pod. Go's
 * `rest.Config`.
 */
export interface RESTConfig {
  /** Address with scheme, and a path where the API is not at the root: `https://10.0.0.1:6443`. */
  readonly host: string
  readonly tls?: TLSConfig | undefined
  readonly bearerToken?: string | undefined
  /** Read again when it changes; wins over {@link RESTConfig.bearerToken}. */
  readonly bearerTokenFile?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly impersonate?: ImpersonationConfig | undefined
  readonly exec?: ExecConfig | undefined
  readonly authProvider?: AuthProviderConfig | undefined
  /** `http://`, `https://` or `socks5://`. Without it the environment decides (`HTTPS_PROXY`, `NO_PROXY`), as in Go. */
  readonly proxyURL?: string | undefined
  readonly disableCompression?: boolean | undefined
  /** The namespace of the context; used where a request needs one and names none. */
  readonly namespace?: string | undefined
  /** Who connects, for messages: `user "admin" of context "prod" in /home/me/.kube/config`. */
  readonly identity?: string | undefined
}

/** Certificates of server and client: each as bytes (PEM) or as a file, which is read again when it changes. */
export interface TLSConfig {
  readonly caData?: Uint8Array | undefined
  readonly caFile?: string | undefined
  readonly certData?: Uint8Array | undefined
  readonly certFile?: string | undefined
  readonly keyData?: Uint8Array | undefined
  readonly keyFile?: string | undefined
  /** Server name for SNI and for verification of the server's certificate, instead of that of the address. */
  readonly serverName?: string | undefined
  readonly insecure?: boolean | undefined
}

/** The user to act as. */
export interface ImpersonationConfig {
  readonly userName: string
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** A program that supplies credentials. */
export interface ExecConfig {
  readonly apiVersion: string
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: readonly { readonly name: string; readonly value: string }[] | undefined
  readonly installHint?: string | undefined
  readonly provideClusterInfo?: boolean | undefined
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always' | undefined
  /** Value of the cluster's extension `client.authentication.k8s.io/exec`. */
  readonly clusterConfig?: unknown
  /** Which plugins may run; kubeconfigs have no such field, the program decides. Default: all. */
  readonly pluginPolicy?: ExecPluginPolicy | undefined
  /** Why a plugin cannot have the standard input, as the program reads it: a plugin that needs a terminal is refused. */
  readonly stdinUnavailable?: string | undefined
  /** Folder of the kubeconfig: a command with a path that is not absolute is below it. */
  readonly directory?: string | undefined
}

/** An authentication provider of a kubeconfig: `oidc`. */
export interface AuthProviderConfig {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
  /** Keeps a refreshed configuration. */
  readonly persist?: ((config: Readonly<Record<string, string>>) => Promise<void>) | undefined
}
