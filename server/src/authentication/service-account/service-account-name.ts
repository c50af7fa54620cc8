import { validateNamespaceName, validateServiceAccountName } from 'apimachinery/validation'

const prefix = 'system:serviceaccount:'

/**
 * The service account that the name of a user is; `undefined` for other users.
 *
 * Source: `SplitUsername` of k8s.io/apiserver/pkg/authentication/serviceaccount.
 */
export function splitServiceAccountName(
  user: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!user.startsWith(prefix)) return undefined
  const [namespace = '', name = '', ...rest] = user.slice(prefix.length).split(':')
  const problems = [...validateNamespaceName(namespace, false), ...validateServiceAccountName(name, false)]
  return rest.length === 0 && problems.length === 0 ? { namespace, name } : undefined
}
