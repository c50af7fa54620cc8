/**
 * Pod and PodList described by hand: the fields that the payload uses, with Go's numbers and presence, in Go's order.
 *
 * @param contract the module `apimachinery/runtime/gen-v1`
 */
export function makePodKinds({ GroupVersionKind, list, map, scalar, struct, TypedObject }) {
  const string = scalar('string')
  const bool = scalar('bool')
  const int32 = scalar('int32')
  const int64 = scalar('int64')
  const time = scalar('time')
  const intOrString = scalar('intOrString')
  const strings = list(string)
  const stringMap = map(string)
  const quantities = map(scalar('quantity'))
  const core = (name, declare) => struct(`io.k8s.api.core.v1.${name}`, declare)
  const meta = (name, declare) => struct(`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`, declare)

  const typeMeta = meta('TypeMeta', () => [
    ['kind', 1, string, '?'],
    ['apiVersion', 2, string, '?'],
  ])
  const ownerReference = meta('OwnerReference', () => [
    ['apiVersion', 5, string],
    ['kind', 1, string],
    ['name', 3, string],
    ['uid', 4, string],
    ['controller', 6, bool, '*?'],
    ['blockOwnerDeletion', 7, bool, '*?'],
  ])
  const managedFieldsEntry = meta('ManagedFieldsEntry', () => [
    ['manager', 1, string, '?'],
    ['operation', 2, string, '?'],
    ['apiVersion', 3, string, '?'],
    ['time', 4, time, '*?'],
    ['fieldsType', 6, string, '?'],
    ['fieldsV1', 7, scalar('fieldsV1'), '*?'],
    ['subresource', 8, string, '?'],
  ])
  const objectMeta = meta('ObjectMeta', () => [
    ['name', 1, string, '?'],
    ['generateName', 2, string, '?'],
    ['namespace', 3, string, '?'],
    ['selfLink', 4, string, '?'],
    ['uid', 5, string, '?'],
    ['resourceVersion', 6, string, '?'],
    ['generation', 7, int64, '?'],
    ['creationTimestamp', 8, time, 'z'],
    ['deletionTimestamp', 9, time, '*?'],
    ['deletionGracePeriodSeconds', 10, int64, '*?'],
    ['labels', 11, stringMap, '?'],
    ['annotations', 12, stringMap, '?'],
    ['ownerReferences', 13, list(ownerReference), '?'],
    ['finalizers', 14, strings, '?'],
    ['managedFields', 17, list(managedFieldsEntry), '?'],
  ])
  const listMeta = meta('ListMeta', () => [
    ['selfLink', 1, string, '?'],
    ['resourceVersion', 2, string, '?'],
    ['continue', 3, string, '?'],
    ['remainingItemCount', 4, int64, '*?'],
  ])

  const keyToPath = core('KeyToPath', () => [
    ['key', 1, string],
    ['path', 2, string],
    ['mode', 3, int32, '*?'],
  ])
  const objectFieldSelector = core('ObjectFieldSelector', () => [
    ['apiVersion', 1, string, '?'],
    ['fieldPath', 2, string],
  ])
  const localObjectReference = core('LocalObjectReference', () => [['name', 1, string, '?']])
  const configMapSource = (name) =>
    core(name, () => [
      ['LocalObjectReference', 1, localObjectReference, '<'],
      ['items', 2, list(keyToPath), '?'],
      ['defaultMode', 3, int32, '*?'],
      ['optional', 4, bool, '*?'],
    ])
  const downwardFile = core('DownwardAPIVolumeFile', () => [
    ['path', 1, string],
    ['fieldRef', 2, objectFieldSelector, '*?'],
    ['mode', 4, int32, '*?'],
  ])
  const tokenProjection = core('ServiceAccountTokenProjection', () => [
    ['audience', 1, string, '?'],
    ['expirationSeconds', 2, int64, '*?'],
    ['path', 3, string],
  ])
  const volumeProjection = core('VolumeProjection', () => [
    ['downwardAPI', 2, core('DownwardAPIProjection', () => [['items', 1, list(downwardFile), '?']]), '*?'],
    ['configMap', 3, configMapSource('ConfigMapProjection'), '*?'],
    ['serviceAccountToken', 4, tokenProjection, '*?'],
  ])
  const emptyDir = core('EmptyDirVolumeSource', () => [
    ['medium', 1, string, '?'],
    ['sizeLimit', 2, scalar('quantity'), '*?'],
  ])
  const projected = core('ProjectedVolumeSource', () => [
    ['sources', 1, list(volumeProjection)],
    ['defaultMode', 2, int32, '*?'],
  ])
  const volumeSource = core('VolumeSource', () => [
    ['emptyDir', 2, emptyDir, '*?'],
    ['configMap', 19, configMapSource('ConfigMapVolumeSource'), '*?'],
    ['projected', 26, projected, '*?'],
  ])
  const volume = core('Volume', () => [
    ['name', 1, string],
    ['VolumeSource', 2, volumeSource, '<'],
  ])

  const containerPort = core('ContainerPort', () => [
    ['name', 1, string, '?'],
    ['hostPort', 2, int32, '?'],
    ['containerPort', 3, int32],
    ['protocol', 4, string, '?'],
    ['hostIP', 5, string, '?'],
  ])
  const secretKeySelector = core('SecretKeySelector', () => [
    ['LocalObjectReference', 1, localObjectReference, '<'],
    ['key', 2, string],
    ['optional', 3, bool, '*?'],
  ])
  const envVarSource = core('EnvVarSource', () => [
    ['fieldRef', 1, objectFieldSelector, '*?'],
    ['secretKeyRef', 4, secretKeySelector, '*?'],
  ])
  const envVar = core('EnvVar', () => [
    ['name', 1, string],
    ['value', 2, string, '?'],
    ['valueFrom', 3, envVarSource, '*?'],
  ])
  const resources = core('ResourceRequirements', () => [
    ['limits', 1, quantities, '?'],
    ['requests', 2, quantities, '?'],
  ])
  const volumeMount = core('VolumeMount', () => [
    ['name', 1, string],
    ['readOnly', 2, bool, '?'],
    ['mountPath', 3, string],
    ['subPath', 4, string, '?'],
  ])
  const httpGet = core('HTTPGetAction', () => [
    ['path', 1, string, '?'],
    ['port', 2, intOrString],
    ['host', 3, string, '?'],
    ['scheme', 4, string, '?'],
  ])
  const probe = core('Probe', () => [
    ['ProbeHandler', 1, core('ProbeHandler', () => [['httpGet', 2, httpGet, '*?']]), '<'],
    ['initialDelaySeconds', 2, int32, '?'],
    ['timeoutSeconds', 3, int32, '?'],
    ['periodSeconds', 4, int32, '?'],
    ['successThreshold', 5, int32, '?'],
    ['failureThreshold', 6, int32, '?'],
    ['terminationGracePeriodSeconds', 7, int64, '*?'],
  ])
  const capabilities = core('Capabilities', () => [
    ['add', 1, strings, '?'],
    ['drop', 2, strings, '?'],
  ])
  const securityContext = core('SecurityContext', () => [
    ['capabilities', 1, capabilities, '*?'],
    ['privileged', 2, bool, '*?'],
    ['runAsUser', 4, int64, '*?'],
    ['runAsNonRoot', 5, bool, '*?'],
    ['readOnlyRootFilesystem', 6, bool, '*?'],
    ['allowPrivilegeEscalation', 7, bool, '*?'],
  ])
  const container = core('Container', () => [
    ['name', 1, string],
    ['image', 2, string, '?'],
    ['command', 3, strings, '?'],
    ['args', 4, strings, '?'],
    ['workingDir', 5, string, '?'],
    ['ports', 6, list(containerPort), '?'],
    ['env', 7, list(envVar), '?'],
    ['resources', 8, resources, 'z'],
    ['volumeMounts', 9, list(volumeMount), '?'],
    ['livenessProbe', 10, probe, '*?'],
    ['readinessProbe', 11, probe, '*?'],
    ['terminationMessagePath', 13, string, '?'],
    ['terminationMessagePolicy', 20, string, '?'],
    ['imagePullPolicy', 14, string, '?'],
    ['securityContext', 15, securityContext, '*?'],
    ['stdin', 16, bool, '?'],
    ['tty', 18, bool, '?'],
  ])
  const toleration = core('Toleration', () => [
    ['key', 1, string, '?'],
    ['operator', 2, string, '?'],
    ['value', 3, string, '?'],
    ['effect', 4, string, '?'],
    ['tolerationSeconds', 5, int64, '*?'],
  ])
  const podSecurityContext = core('PodSecurityContext', () => [
    ['runAsUser', 2, int64, '*?'],
    ['runAsNonRoot', 3, bool, '*?'],
    ['fsGroup', 5, int64, '*?'],
  ])
  const podSpec = core('PodSpec', () => [
    ['volumes', 1, list(volume), '?'],
    ['initContainers', 20, list(container), '?'],
    ['containers', 2, list(container)],
    ['restartPolicy', 3, string, '?'],
    ['terminationGracePeriodSeconds', 4, int64, '*?'],
    ['activeDeadlineSeconds', 5, int64, '*?'],
    ['dnsPolicy', 6, string, '?'],
    ['nodeSelector', 7, stringMap, '?'],
    ['serviceAccountName', 8, string, '?'],
    ['serviceAccount', 9, string, '?'],
    ['nodeName', 10, string, '?'],
    ['hostNetwork', 11, bool, '?'],
    ['securityContext', 14, podSecurityContext, '*?'],
    ['hostname', 16, string, '?'],
    ['schedulerName', 19, string, '?'],
    ['tolerations', 22, list(toleration), '?'],
    ['priorityClassName', 24, string, '?'],
    ['priority', 25, int32, '*?'],
    ['enableServiceLinks', 30, bool, '*?'],
    ['preemptionPolicy', 31, string, '*?'],
  ])

  const podIP = (name) => core(name, () => [['ip', 1, string]])
  const condition = core('PodCondition', () => [
    ['type', 1, string],
    ['observedGeneration', 7, int64, '?'],
    ['status', 2, string],
    ['lastProbeTime', 3, time, '?'],
    ['lastTransitionTime', 4, time, '?z'],
    ['reason', 5, string, '?'],
    ['message', 6, string, '?'],
  ])
  const running = core('ContainerStateRunning', () => [['startedAt', 1, time, '?z']])
  const containerState = core('ContainerState', () => [['running', 2, running, '*?']])
  const containerStatus = core('ContainerStatus', () => [
    ['name', 1, string],
    ['state', 2, containerState, '?z'],
    ['lastState', 3, containerState, '?'],
    ['ready', 4, bool],
    ['restartCount', 5, int32],
    ['image', 6, string],
    ['imageID', 7, string],
    ['containerID', 8, string, '?'],
    ['started', 9, bool, '*?'],
  ])
  const podStatus = core('PodStatus', () => [
    ['phase', 1, string, '?'],
    ['conditions', 2, list(condition), '?'],
    ['message', 3, string, '?'],
    ['reason', 4, string, '?'],
    ['hostIP', 5, string, '?'],
    ['hostIPs', 16, list(podIP('HostIP')), '?'],
    ['podIP', 6, string, '?'],
    ['podIPs', 12, list(podIP('PodIP')), '?'],
    ['startTime', 7, time, '*?'],
    ['containerStatuses', 8, list(containerStatus), '?'],
    ['qosClass', 9, string, '?'],
  ])

  const pod = core('Pod', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, objectMeta, 'z'],
    ['spec', 2, podSpec, 'z'],
    ['status', 3, podStatus, 'z'],
  ])
  const podList = core('PodList', () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, listMeta, 'z'],
    ['items', 2, list(pod)],
  ])

  class Pod extends TypedObject {
    static groupVersionKind = new GroupVersionKind('', 'v1', 'Pod')
    static descriptor = pod
    static resource = { plural: 'pods', scope: 'Namespaced' }
  }
  class PodList extends TypedObject {
    static groupVersionKind = new GroupVersionKind('', 'v1', 'PodList')
    static descriptor = podList
    static itemClass = Pod
  }
  return { Pod, PodList }
}
