import type { FlagValues } from '../../flags/flag-values.js'

const hour = 3_600_000
const longestLife = 2 ** 32 * 1000

/** Source: `RequestHeaderAuthenticationOptions.Validate` of k8s.io/apiserver/pkg/server/options. */
export function requestHeaderProblems(flags: FlagValues): string[] {
  const names = ['username-headers', 'group-headers', 'extra-headers-prefix', 'allowed-names', 'uid-headers']
  const empty = names.filter((name) => flags.list(`requestheader-${name}`).some((value) => value.trim() === ''))
  const uids = flags.list('requestheader-uid-headers')
  const lacksStandard = uids.length > 0 && !uids.some((name) => name.toLowerCase() === 'x-remote-uid')
  return [
    ...empty.map((name) => `empty value in "requestheader-${name}"`),
    ...(lacksStandard
      ? [
          '--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work',
        ]
      : []),
  ]
}

/** Source: `BuiltInAuthenticationOptions.Validate` of pkg/kubeapiserver/options, and what kube-apiserver asks of tokens. */
export function authenticationProblems(flags: FlagValues): string[] {
  const given = [...Object.keys(flags.all())].filter((name) => name.startsWith('oidc-') && flags.has(name))
  const hasBoth = flags.text('oidc-issuer-url') !== undefined && flags.text('oidc-client-id') !== undefined
  const life = flags.milliseconds('service-account-max-token-expiration') ?? 0
  const issuers = flags.list('service-account-issuer')
  const hasKeyFiles =
    flags.text('service-account-signing-key-file') !== undefined || flags.list('service-account-key-file').length > 0
  return [
    ...(given.length > 0 && !hasBoth
      ? ['oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set']
      : []),
    ...issuers
      .filter((issuer) => issuer.includes(':') && !isURL(issuer))
      .map((issuer) => `service-account-issuer "${issuer}" contained a ':' but was not a valid URL`),
    ...(flags.text('service-account-signing-endpoint') !== undefined && hasKeyFiles
      ? [
          "can't set `--service-account-signing-key-file` and/or `--service-account-key-file` with `--service-account-signing-endpoint` (They are mutually exclusive)",
        ]
      : []),
    ...(new Set(issuers).size < issuers.length ? ['service-account-issuer has duplicate values'] : []),
    ...(life !== 0 && (life < hour || life > longestLife)
      ? ['the service-account-max-token-expiration must be between 1 hour and 2^32 seconds']
      : []),
  ]
}

function isURL(text: string): boolean {
  return URL.canParse(text)
}
