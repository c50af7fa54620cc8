import type { Container, EphemeralContainer, Pod, PodSpec, Volume } from 'apimachinery/api/core/v1'

/** A container of any list of a pod. */
export type AnyContainer = Container | EphemeralContainer

/** All containers of a pod, those that start it first, those for debugging last. */
export function containersOf(spec: PodSpec): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])]
}

/** Reports whether a pod mirrors one that a kubelet read from a file. */
export function isMirrorPod({ metadata }: Pod): boolean {
  return Object.hasOwn(metadata?.annotations ?? {}, 'kubernetes.io/config.mirror')
}

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
