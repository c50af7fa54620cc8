import type { FlagValues } from '../../flags/flag-values.js'

const modes = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node']

/** Source: `BuiltInAuthorizationOptions.Validate` of pkg/kubeapiserver/options in Kubernetes. */
export function authorizationProblems(flags: FlagValues): string[] {
  const legacy = Object.keys(flags.all()).filter(
    (name) => /^authorization-(mode|webhook-.*)$/.test(name) && flags.has(name),
  )
  if (flags.text('authorization-config') !== undefined) {
    return legacy.length === 0
      ? []
      : [
          '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
        ]
  }
  const given = flags.list('authorization-mode')
  if (flags.has('authorization-mode') && given.length === 0) return ['at least one authorization-mode must be passed']
  const webhook = flags.text('authorization-webhook-config-file')
  const policies = flags.text('authorization-policy-file')
  return [
    ...given.flatMap((mode) => [
      ...(modes.includes(mode) ? [] : [`authorization-mode ${JSON.stringify(mode)} is not a valid mode`]),
      ...(mode === 'ABAC' && policies === undefined
        ? ["authorization-mode ABAC's authorization policy file not passed"]
        : []),
      ...(mode === 'Webhook' && webhook === undefined
        ? ["authorization-mode Webhook's authorization config file not passed"]
        : []),
    ]),
    ...(policies !== undefined && !given.includes('ABAC')
      ? ['cannot specify --authorization-policy-file without mode ABAC']
      : []),
    ...(webhook !== undefined && !given.includes('Webhook')
      ? ['cannot specify --authorization-webhook-config-file without mode Webhook']
      : []),
    ...(new Set(given).size < given.length
      ? [
          `authorization-mode [${given.map((mode) => JSON.stringify(mode)).join(' ')}] has mode specified more than once`,
        ]
      : []),
  ]
}
