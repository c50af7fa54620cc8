import type { PodSpec, ServiceAccount, Volume } from 'apimachinery/api/core/v1'
import { type AnyContainer, containersOf } from '../pod-of.js'

/** The names of the secrets that a pod refers to anywhere. Source: `VisitPodSecretNames` of pkg/api/pod. */
export function secretsOf(spec: PodSpec): string[] {
  const names = [
    ...(spec.imagePullSecrets ?? []).map(({ name }) => name),
    ...containersOf(spec).flatMap(({ env, envFrom }) => [
      ...(envFrom ?? []).map(({ secretRef }) => secretRef?.name),
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ]),
    ...(spec.volumes ?? []).flatMap(secretsOfVolume),
  ]
  return names.filter((name): name is string => Boolean(name))
}

function secretsOfVolume(volume: Volume): (string | undefined)[] {
  return [
    volume.secret?.secretName,
    ...(volume.projected?.sources ?? []).map(({ secret }) => secret?.name),
    volume.azureFile?.secretName,
    volume.cephfs?.secretRef?.name,
    volume.cinder?.secretRef?.name,
    volume.flexVolume?.secretRef?.name,
    volume.rbd?.secretRef?.name,
    volume.scaleIO?.secretRef?.name,
    volume.iscsi?.secretRef?.name,
    volume.storageos?.secretRef?.name,
    volume.csi?.nodePublishSecretRef?.name,
  ]
}

/** The names of the config maps that a pod refers to. Source: `VisitPodConfigmapNames` of pkg/api/pod. */
export function configMapsOf(spec: PodSpec): string[] {
  const names = [
    ...containersOf(spec).flatMap(({ env, envFrom }) => [
      ...(envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
    ]),
    ...(spec.volumes ?? []).flatMap(({ configMap, projected }) => [
      configMap?.name,
      ...(projected?.sources ?? []).map((source) => source.configMap?.name),
    ]),
  ]
  return names.filter((name): name is string => Boolean(name))
}

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
