import type { PodSpec, ServiceAccount } from 'apimachinery/api/core/v1'
import type { AnyContainer } from '../../internal/pod-references.js'

/** The first secret of a pod that its service account does not list, as text; `undefined` if all are listed. */
export function secretProblem(spec: PodSpec, account: ServiceAccount): string | undefined {
  const allowed = allowedSecrets(account)
  const volumes = (spec.volumes ?? []).filter(({ secret }) => secret && !allowed.has(secret.secretName ?? ''))
  const [volume] = volumes
  if (volume !== undefined) {
    return `volume with secret.secretName="${volume.secret?.secretName ?? ''}" is not allowed because ${unlisted(account)}`
  }
  for (const [title, containers] of [
    ['init container', spec.initContainers ?? []],
    ['container', spec.containers ?? []],
  ] as const) {
    const problem = containerProblem(title, containers, account)
    if (problem !== undefined) return problem
  }
  const pulls = new Set((account.imagePullSecrets ?? []).map(({ name }) => name ?? ''))
  const index = (spec.imagePullSecrets ?? []).findIndex(({ name }) => !pulls.has(name ?? ''))
  if (index < 0) return undefined
  const name = spec.imagePullSecrets?.[index]?.name ?? ''
  return `imagePullSecrets[${index}].name="${name}" is not allowed because service account ${account.metadata?.name} does not reference that imagePullSecret`
}

/** As {@link secretProblem}, for containers for debugging. */
export function ephemeralSecretProblem(spec: PodSpec, account: ServiceAccount): string | undefined {
  return containerProblem('ephemeral container', spec.ephemeralContainers ?? [], account)
}

function containerProblem(
  title: string,
  containers: readonly AnyContainer[],
  account: ServiceAccount,
): string | undefined {
  const allowed = allowedSecrets(account)
  for (const container of containers) {
    for (const { name, valueFrom } of container.env ?? []) {
      const secret = valueFrom?.secretKeyRef
      if (!secret || allowed.has(secret.name ?? '')) continue
      return `${title} ${container.name} with envVar ${name} referencing secret.secretName="${secret.name ?? ''}" is not allowed because ${unlisted(account)}`
    }
    for (const { secretRef } of container.envFrom ?? []) {
      if (!secretRef || allowed.has(secretRef.name ?? '')) continue
      return `${title} ${container.name} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" is not allowed because ${unlisted(account)}`
    }
  }
  return undefined
}

function allowedSecrets({ secrets }: ServiceAccount): Set<string> {
  return new Set((secrets ?? []).map(({ name }) => name ?? ''))
}

function unlisted({ metadata }: ServiceAccount): string {
  return `service account ${metadata?.name} does not reference that secret`
}
