import { messageOf } from 'apimachinery/errors'
import { RegularExpression } from 'apimachinery/openapi/cel'
import type { FlagValues } from '../../flags/flag-values.js'
import { isNewestRelease, releaseProblems } from '../options/release-options.js'

const corsHelp =
  "List of allowed origins for CORS, comma separated. An allowed origin can be a regular expression to support subdomain matching. If this list is empty CORS will not be enabled. Please ensure each expression matches the entire hostname by anchoring to the start with '^' or including the '//' prefix, and by anchoring to the end with '$' or including the ':' port separator suffix. Examples of valid expressions are '//example\\.com(:|$)' and '^https://example\\.com(:|$)'"

/** Source: `ServerRunOptions.Validate` of k8s.io/apiserver/pkg/server/options. */
export function genericProblems(flags: FlagValues): string[] {
  const negative = (name: string, problem = `--${name} can not be negative value`): string[] =>
    isNegative(flags, name) ? [problem] : []
  const chance = flags.number('goaway-chance') ?? 0
  return [
    ...negative('livez-grace-period', '--livez-grace-period can not be a negative value'),
    ...negative('max-requests-inflight'),
    ...negative('max-mutating-requests-inflight'),
    ...negative('request-timeout'),
    ...(chance < 0 || chance > 0.02 ? ['--goaway-chance can not be less than 0 or greater than 0.02'] : []),
    ...negative('min-request-timeout'),
    ...negative('storage-initialization-timeout'),
    ...negative('shutdown-delay-duration'),
    ...negative(
      'shutdown-watch-termination-grace-period',
      'shutdown-watch-termination-grace-period, if provided, can not be a negative value',
    ),
    ...flags.list('strict-transport-security-directives').flatMap(directiveProblems),
    ...flags.list('cors-allowed-origins').flatMap(originProblems),
    ...releaseProblems(flags),
    ...emulationProblems(flags),
  ]
}

const durations = /(-timeout|-period|-duration)$/

function isNegative(flags: FlagValues, name: string): boolean {
  if (name === 'min-request-timeout' || !durations.test(name)) return (flags.number(name) ?? 0) < 0
  return (flags.milliseconds(name) ?? 0) < 0
}

/** Source: `validateHSTSDirectives`. */
function directiveProblems(directive: string): string[] {
  if (directive.trim() === '') return ['empty value in strict-transport-security-directives']
  if (directive === 'includeSubDomains' || directive === 'preload' || /^max-age=[^=]*$/.test(directive)) return []
  return [
    '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information',
  ]
}

/** A pattern must say where the host begins and ends, else it matches hosts of others. Source: `validateCorsAllowedOriginList`. */
function originProblems(pattern: string): string[] {
  if (pattern === '') return [`empty value in --cors-allowed-origins, help: ${corsHelp}`]
  const invalid = (why: string): string[] => [
    `--cors-allowed-origins has an invalid regular expression: ${why}, help: ${corsHelp}`,
  ]
  try {
    new RegularExpression(pattern)
  } catch (error) {
    return invalid(messageOf(error))
  }
  if (/\^|\/\//.test(pattern) && /[$:]/.test(pattern)) return []
  return invalid('regular expression does not pin to start/end of host in the origin header')
}

/** What is of other releases needs another release. */
function emulationProblems(flags: FlagValues): string[] {
  if (!isNewestRelease(flags)) return []
  return [
    ['emulation-forward-compatible', 'EmulationForwardCompatible'] as const,
    ['runtime-config-emulation-forward-compatible', 'RuntimeConfigEmulationForwardCompatible'] as const,
  ].flatMap(([name, field]) => {
    if (flags.boolean(name) !== true) return []
    return [
      `ServerRunOptions.${field} cannot be set to true if the emulation version is the same as the binary version`,
    ]
  })
}
