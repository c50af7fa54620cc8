import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import { auditProblems } from './audit-problems.js'
import { authenticationProblems, requestHeaderProblems } from './authentication-problems.js'
import { authorizationProblems } from './authorization-problems.js'
import { clusterProblems } from './cluster-problems.js'
import { controllerProblems } from './controller-problems.js'
import { genericProblems } from './generic-problems.js'
import { servingProblems } from './serving-problems.js'

/**
 * Says everything at once that is wrong with flags. Throws `UsageError`.
 *
 * Source: `Options.Validate` of pkg/controlplane/apiserver/options in Kubernetes.
 */
export function validateFlags(flags: FlagValues): void {
  const problems = [
    ...genericProblems(flags),
    ...servingProblems(flags),
    ...requestHeaderProblems(flags),
    ...authenticationProblems(flags),
    ...authorizationProblems(flags),
    ...auditProblems(flags),
    ...clusterProblems(flags),
    ...controllerProblems(flags),
  ]
  const [first, ...more] = problems
  if (first !== undefined) throw new UsageError(more.length === 0 ? first : `[${problems.join(', ')}]`)
}
