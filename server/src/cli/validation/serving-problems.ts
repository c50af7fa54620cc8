import type { FlagValues } from '../flag-values.js'

const highestPort = 65_535

/** Source: `SecureServingOptions.Validate` of k8s.io/apiserver/pkg/server/options. Port 0 is any free port here. */
export function servingProblems(flags: FlagValues): string[] {
  return ['secure-port', 'insecure-port'].flatMap((name) => {
    const port = flags.number(name) ?? 0
    if (port >= 0 && port <= highestPort) return []
    return [
      `--${name} ${port} must be between 0 and ${highestPort}, inclusive. 0 for turning off ${name.replace('-', ' ')}`,
    ]
  })
}
