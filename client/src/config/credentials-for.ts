import { ConfigError } from './config-error.js'
import { type Credentials, StaticCredentials } from './credentials.js'
import { ExecCredentials } from './exec-credentials.js'
import type { ExecHooks } from './exec-hooks.js'
import { OIDCCredentials } from './oidc-credentials.js'
import type { RESTConfig } from './rest-config.js'
import { TokenFileCredentials } from './token-file-credentials.js'

/** The credentials of a configuration. @throws ConfigError for two ways at once, and for what is unknown. */
export function credentialsFor(
  config: RESTConfig,
  environment: Readonly<Record<string, string | undefined>>,
  execHooks?: ExecHooks,
): Credentials {
  const { bearerTokenFile, bearerToken, identity, username, password, exec, authProvider, tls } = config
  if (exec !== undefined && authProvider !== undefined) {
    throw new ConfigError('execProvider and authProvider cannot be used in combination')
  }
  if (bearerTokenFile) return new TokenFileCredentials(bearerTokenFile, bearerToken, identity)
  if (bearerToken || username) return new StaticCredentials({ token: bearerToken, user: username, password })
  // A certificate of the configuration is an answer to who the user is, too: the plugin need not run.
  const hasCertificate = Boolean(tls?.certData?.length) || Boolean(tls?.certFile)
  if (exec !== undefined && !hasCertificate) {
    return new ExecCredentials({ ...config, exec }, { environment, hooks: execHooks })
  }
  if (authProvider === undefined) return new StaticCredentials({})
  if (authProvider.name === 'oidc') return new OIDCCredentials(authProvider)
  const { name } = authProvider
  throw new ConfigError(`no Auth Provider found for name ${JSON.stringify(name)}`, { field: 'auth-provider.name' })
}
