import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, forbidden, invalid, notFound, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateDNS1123Subdomain } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { allContainers } from '../container/all-containers.js'
import type { PodSpec, Volume } from '../v1/types.gen.js'
import type { PodCheck } from './pod-check.js'

const maxHostnameLength = 64

/** Checks that containers in the network of the host use the same port inside and outside. */
export function validateHostNetwork(spec: PodSpec, path: FieldPath, { errors, options }: PodCheck): void {
  if (spec.hostNetwork !== true) return
  for (const [i, container] of structsOf(spec.containers).entries()) {
    for (const [j, port] of structsOf(container.ports).entries()) {
      const hostPort = port.hostPort ?? 0
      // In a template the port of the host may still be filled in when the pod is made.
      if ((!options.resourceIsPod && hostPort === 0) || hostPort === (port.containerPort ?? 0)) continue
      const at = path.child('containers').index(i).child('ports').index(j).child('hostPort')
      errors.push(invalid(at, hostPort, 'must match `containerPort` when `hostNetwork` is true'))
    }
  }
}

/** Checks that a pod with its own user namespace shares no other namespace with its host. */
export function validateHostUsers(spec: PodSpec, path: FieldPath, { errors, options }: PodCheck): void {
  if (spec.hostUsers !== false) return
  const detail = 'when `hostUsers` is false'
  if (spec.hostNetwork === true && !options.allowUserNamespacesHostNetworkSupport) {
    errors.push(forbidden(path.child('hostNetwork'), detail))
  }
  if (spec.hostPID === true) errors.push(forbidden(path.child('HostPID'), detail))
  if (spec.hostIPC === true) errors.push(forbidden(path.child('HostIPC'), detail))
  if (options.allowUserNamespacesWithVolumeDevices) return
  for (const { container, path: at } of allContainers(spec, path)) {
    if (structsOf(container.volumeDevices).length > 0) errors.push(forbidden(at.child('volumeDevices'), detail))
  }
}

/** Checks the name that a pod has inside in place of its own. */
export function validateHostnameOverride(spec: PodSpec, path: FieldPath): FieldError[] {
  const { hostnameOverride: name } = spec
  if (!isSet(name)) return []
  const at = path.child('hostnameOverride')
  const errors: FieldError[] = []
  if (spec.setHostnameAsFQDN === true) {
    errors.push(forbidden(at, 'may not be specified when setHostnameAsFQDN is true'))
  }
  if (spec.hostNetwork === true) errors.push(forbidden(at, 'may not be specified when hostNetwork is true'))
  if (utf8Length(name) > maxHostnameLength) errors.push(tooLong(at, maxHostnameLength))
  return [...errors, ...validateDNS1123Subdomain(name, at)]
}

/** Checks that files with environment variables are in volumes that the pod itself fills. */
export function validateFileKeyRefVolumes(spec: PodSpec, path: FieldPath, { errors }: PodCheck): void {
  let volumes: ReadonlyMap<string, Volume> | undefined
  for (const { container, path: at } of allContainers(spec, path)) {
    for (const [i, variable] of structsOf(container.env).entries()) {
      const file = variable.valueFrom?.fileKeyRef
      if (!isSet(file)) continue
      volumes ??= new Map(structsOf(spec.volumes).map((volume) => [volume.name ?? '', volume]))
      const name = file.volumeName ?? ''
      const where = at.child('env').index(i).child('valueFrom', 'fileKeyRef', 'volumeName')
      const volume = volumes.get(name)
      if (volume === undefined) errors.push(notFound(where, name))
      else if (!isSet(volume.emptyDir)) errors.push(invalid(where, name, 'referenced volume must be of type emptyDir'))
    }
  }
}
