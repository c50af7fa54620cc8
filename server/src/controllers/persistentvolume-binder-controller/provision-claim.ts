import { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import { messageOf } from 'apimachinery/errors'
import { claimClass } from '../volumes/storage-class-of.js'
import { betaStorageProvisioner, storageProvisioner } from '../volumes/storage-names.js'
import type { ClaimSync } from './claim-sync.js'
import { provisionerOf } from './volume-plugins.js'

/**
 * Asks for a volume for a claim, by annotations that name who is to make it. Plugins make none: the one for host paths is off, as
 * upstream. Failures are events; the claim is looked at again.
 *
 * Source: `provisionClaim` of pkg/controller/volume/persistentvolume.
 */
export async function provisionClaim(sync: ClaimSync, claim: PersistentVolumeClaim): Promise<void> {
  const failed = (message: string): void => sync.events.event(claim, 'Warning', 'ProvisioningFailed', message)
  const name = claimClass(claim)
  const storageClass = sync.classes.get(name)
  if (storageClass === undefined) return failed(`storageclass.storage.k8s.io "${name}" not found`)
  const provisioner = provisionerOf(storageClass)
  if (provisioner.kind === 'none') return failed(provisioner.problem)
  try {
    const asked = await withProvisioner(sync, claim, provisioner.name)
    if (provisioner.kind === 'plugin') return failed(pluginProblem(storageClass))
    const message = `Waiting for a volume to be created either by the external provisioner '${provisioner.name}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`
    sync.events.event(asked, 'Normal', 'ExternalProvisioning', message)
  } catch (error) {
    failed(`Error saving claim: ${messageOf(error)}`)
  }
}

async function withProvisioner(
  { writer }: ClaimSync,
  claim: PersistentVolumeClaim,
  name: string,
): Promise<PersistentVolumeClaim> {
  const { annotations = {} } = claim.metadata ?? {}
  if (annotations[storageProvisioner] === name) return claim
  const named = { ...annotations, [betaStorageProvisioner]: name, [storageProvisioner]: name }
  return writer.updateClaim(
    new PersistentVolumeClaim({ ...claim, metadata: { ...claim.metadata, annotations: named } }),
  )
}

function pluginProblem({ metadata, mountOptions = [], provisioner }: StorageClass): string {
  if (mountOptions.length > 0)
    return `Mount options are not supported by the provisioner but StorageClass "${metadata?.name}" has mount options [${mountOptions.join(' ')}]`
  return `Failed to create provisioner: provisioning in volume plugin "${provisioner}" is disabled`
}
