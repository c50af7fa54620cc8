import type { PersistentVolume } from 'apimachinery/api/core/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import { migratedTo, provisionedBy } from '../volumes/storage-names.js'

/** What upstream's plugins for volumes answer in kube-controller-manager. Source: pkg/volume, cmd/kube-controller-manager/app/plugins.go. */

const prefix = 'kubernetes.io/'
const hostPath = 'kubernetes.io/host-path'
const nfs = 'kubernetes.io/nfs'

/** The CSI drivers that took over from plugins. */
const drivers: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com'],
  ['kubernetes.io/azure-disk', 'disk.csi.azure.com'],
  ['kubernetes.io/azure-file', 'file.csi.azure.com'],
  ['kubernetes.io/cinder', 'cinder.csi.openstack.org'],
  ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io'],
  ['kubernetes.io/portworx-volume', 'pxd.portworx.com'],
  ['kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com'],
])

/** The driver in place of a plugin; undefined for what is no such plugin. */
export function migratedDriver(plugin: string): string | undefined {
  return drivers.get(plugin)
}

/** Who makes the volumes of a class: somebody outside, the plugin for host paths, or nobody. */
export type Provisioner =
  | { readonly kind: 'external'; readonly name: string }
  | { readonly kind: 'plugin'; readonly name: string }
  | { readonly kind: 'none'; readonly problem: string }

/** Finds who makes the volumes of a class. */
export function provisionerOf({ provisioner }: StorageClass): Provisioner {
  const driver = migratedDriver(provisioner)
  if (driver !== undefined) return { kind: 'external', name: driver }
  if (provisioner === hostPath) return { kind: 'plugin', name: hostPath }
  if (!provisioner.startsWith(prefix)) return { kind: 'external', name: provisioner }
  if (provisioner === nfs) return { kind: 'none', problem: 'no provisionable volume plugin matched' }
  return { kind: 'none', problem: `no volume plugin matched name: ${provisioner}` }
}

/** Who deletes a volume: somebody outside, a plugin, or nobody. */
export type Deleter = 'external' | 'plugin' | { readonly problem: string }

/** Finds who deletes a volume; for a plugin, whether it can. */
export function deleterOf({ metadata, spec }: PersistentVolume): Deleter {
  const { annotations = {}, name } = metadata ?? {}
  const maker = annotations[provisionedBy] ?? ''
  if (maker === hostPath) return hostPathDeleter(spec?.hostPath?.path)
  if (maker === nfs) return { problem: 'no deletable volume plugin matched' }
  if (maker !== '')
    return maker.startsWith(prefix) ? { problem: `no volume plugin matched name: ${maker}` } : 'external'
  if (annotations[migratedTo] !== undefined || spec?.csi != null) return 'external'
  if (spec?.hostPath != null) return hostPathDeleter(spec.hostPath.path)
  const problem = spec?.nfs != null ? 'no deletable volume plugin matched' : 'no volume plugin matched'
  return { problem: `error getting deleter volume plugin for volume "${name}": ${problem}` }
}

/** It deletes below `/tmp/` only. */
function hostPathDeleter(path = ''): Deleter {
  if (/\/tmp\/.+/.test(path)) return 'plugin'
  return { problem: `host_path deleter only supports /tmp/.+ but received provided ${path}` }
}

/** Reports whether a plugin makes a used volume empty again. */
export function isRecyclable({ spec }: PersistentVolume): boolean {
  return spec?.hostPath != null || spec?.nfs != null
}
