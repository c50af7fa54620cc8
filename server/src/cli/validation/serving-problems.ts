import type { FlagValues } from '../../flags/flag-values.js'
import { portProblems } from './port-problems.js'

/** Source: `SecureServingOptions.Validate` of k8s.io/apiserver/pkg/server/options. Port 0 is any free port here. */
export function servingProblems(flags: FlagValues): string[] {
  return ['secure-port', 'insecure-port'].flatMap((name) =>
    portProblems(name, flags.number(name) ?? 0, `0 for turning off ${name.replace('-', ' ')}`),
  )
}
