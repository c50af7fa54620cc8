import { appendAll } from '../../../internal/append-all.js'
import { forbidden, invalid, notFound, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import type { ContainerCheck } from '../pod/pod-check.js'
import type { Container, Volume, VolumeDevice, VolumeMount } from '../v1/types.gen.js'
import { hasParentSegment, validateLocalDescendingPath } from '../volume/local-paths.js'

/** Checks the file systems and block devices that a container mounts. */
export function validateVolumeMounts(container: Container, path: FieldPath, check: ContainerCheck): void {
  const mounts = structsOf(container.volumeMounts)
  const devices = structsOf(container.volumeDevices)
  if (mounts.length > 0) {
    const taken = { names: namesOf(devices), paths: new Set(byName(devices, (device) => device.devicePath).values()) }
    const found = new Set<string>()
    for (const [i, mount] of mounts.entries()) {
      validateMountPlace(mount, path.child('volumeMounts').index(i), { check, taken, found })
      // The list itself is where Go reports what is wrong with the rest of a mount.
      validateMountMode(mount, path.child('volumeMounts'), {
        check,
        container,
        at: path.child('volumeMounts').index(i),
      })
    }
  }
  if (devices.length > 0) {
    const taken = { names: namesOf(mounts), paths: new Set(byName(mounts, (mount) => mount.mountPath).values()) }
    const found = { names: new Set<string>(), paths: new Set<string>() }
    for (const [i, device] of devices.entries()) {
      validateDevice(device, path.child('volumeDevices').index(i), { check, taken, found })
    }
  }
}

interface Places {
  readonly names: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
}

function namesOf(items: readonly { readonly name: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ name }) => name ?? ''))
}

/** The path of each name; the last one counts where a name occurs twice. */
function byName<T extends { readonly name: string }>(
  items: readonly T[],
  pathOf: (item: T) => string,
): Map<string, string> {
  return new Map(items.map((item) => [item.name ?? '', pathOf(item) ?? '']))
}

interface MountPlace {
  readonly check: ContainerCheck
  readonly taken: Places
  readonly found: Set<string>
}

function validateMountPlace(mount: VolumeMount, path: FieldPath, { check, taken, found }: MountPlace): void {
  const { errors, volumes } = check
  const name = mount.name ?? ''
  const mountPath = mount.mountPath ?? ''
  if (name === '') errors.push(required(path.child('name'), ''))
  if (!volumes.has(name)) errors.push(notFound(path.child('name'), name))
  if (mountPath === '') errors.push(required(path.child('mountPath'), ''))
  if (found.has(mountPath)) errors.push(invalid(path.child('mountPath'), mountPath, 'must be unique'))
  found.add(mountPath)
  if (taken.names.has(name)) errors.push(invalid(path.child('name'), name, 'must not already exist in volumeDevices'))
  if (taken.paths.has(mountPath)) {
    const detail = 'must not already exist as a path in volumeDevices'
    errors.push(invalid(path.child('mountPath'), mountPath, detail))
  }
}

interface MountMode {
  readonly check: ContainerCheck
  readonly container: Container
  readonly at: FieldPath
}

function validateMountMode(mount: VolumeMount, path: FieldPath, { check, container, at }: MountMode): void {
  const { errors } = check
  const subPath = mount.subPath ?? ''
  const subPathExpr = mount.subPathExpr ?? ''
  if (subPath !== '') appendAll(errors, validateLocalDescendingPath(subPath, path.child('subPath')))
  if (subPathExpr !== '') {
    if (subPath !== '') {
      errors.push(invalid(at.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive'))
    }
    appendAll(errors, validateLocalDescendingPath(subPathExpr, path.child('subPathExpr')))
  }
  validatePropagation(mount, path.child('mountPropagation'), { check, container })
  validateRecursiveReadOnly(mount, path.child('recursiveReadOnly'), check)
}

const propagations = ['Bidirectional', 'HostToContainer', 'None']

function validatePropagation(
  { mountPropagation }: VolumeMount,
  path: FieldPath,
  { check, container }: Pick<MountMode, 'check' | 'container'>,
): void {
  if (!isSet(mountPropagation)) return
  if (!propagations.includes(mountPropagation)) {
    check.errors.push(notSupportedNamed(path, mountPropagation, propagations))
  }
  if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
    const detail = 'Bidirectional mount propagation is available only to privileged containers'
    check.errors.push(forbidden(path, detail))
  }
}

const recursiveReadOnlyModes = ['Disabled', 'Enabled', 'IfPossible']

function validateRecursiveReadOnly(mount: VolumeMount, path: FieldPath, { errors }: ContainerCheck): void {
  const { recursiveReadOnly, mountPropagation } = mount
  if (!isSet(recursiveReadOnly) || recursiveReadOnly === 'Disabled') return
  if (!recursiveReadOnlyModes.includes(recursiveReadOnly)) {
    errors.push(notSupportedNamed(path, recursiveReadOnly, recursiveReadOnlyModes))
    return
  }
  if (mount.readOnly !== true) errors.push(forbidden(path, 'may only be specified when readOnly is true'))
  if (isSet(mountPropagation) && mountPropagation !== 'None') {
    errors.push(forbidden(path, 'may only be specified when mountPropagation is None or not specified'))
  }
}

interface DevicePlace {
  readonly check: ContainerCheck
  readonly taken: Places
  readonly found: { readonly names: Set<string>; readonly paths: Set<string> }
}

function validateDevice(device: VolumeDevice, path: FieldPath, { check, taken, found }: DevicePlace): void {
  const { errors } = check
  const name = device.name ?? ''
  const devicePath = device.devicePath ?? ''
  const add = (field: 'name' | 'devicePath', detail: string): void => {
    errors.push(invalid(path.child(field), field === 'name' ? name : devicePath, detail))
  }
  if (name === '') errors.push(required(path.child('name'), ''))
  if (found.names.has(name)) add('name', 'must be unique')
  const volume = check.volumes.get(name)
  if (volume === undefined) errors.push(notFound(path.child('name'), name))
  else if (!isClaim(volume)) {
    add('name', 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode')
  }
  if (devicePath === '') errors.push(required(path.child('devicePath'), ''))
  if (found.paths.has(devicePath)) add('devicePath', 'must be unique')
  if (hasParentSegment(devicePath)) add('devicePath', "can not contain backsteps ('..')")
  else found.paths.add(devicePath)
  if (taken.names.has(name)) add('name', 'must not already exist in volumeMounts')
  if (taken.paths.has(devicePath)) add('devicePath', 'must not already exist as a path in volumeMounts')
  if (name !== '') found.names.add(name)
}

function isClaim(volume: Volume): boolean {
  return isSet(volume.persistentVolumeClaim) || isSet(volume.ephemeral)
}
