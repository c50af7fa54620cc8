import type { TestServer } from '@apimachinery/server/testing'
import { Event, PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { StorageClass } from 'apimachinery/api/storage/v1'
import { isNotFound } from 'apimachinery/errors'

/** How long and how often is looked. */
export const soon = { timeout: 30_000, interval: 20 }

type VolumeSpec = NonNullable<PersistentVolume['spec']>
type ClaimSpec = NonNullable<PersistentVolumeClaim['spec']>

/** Volumes, claims and pods of a test; classes and volumes have names of their own. */
export class Storage {
  constructor(readonly server: TestServer) {}

  storageClass(name: string, facts: Omit<Partial<StorageClass>, 'metadata'>, annotations = {}): Promise<StorageClass> {
    const provisioner = 'kubernetes.io/no-provisioner'
    return this.server.client.create(new StorageClass({ metadata: { name, annotations }, provisioner, ...facts }))
  }

  /** A volume of a gibibyte, of the class named as a test. */
  volume(
    name: string,
    storageClassName: string,
    { size = '1Gi', labels, ...spec }: Partial<VolumeSpec> & { size?: string; labels?: Record<string, string> } = {},
  ) {
    const full = {
      capacity: { storage: size },
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      ...(spec.nfs === undefined &&
        spec.csi === undefined &&
        spec.local === undefined && { hostPath: { path: '/data/x' } }),
      ...spec,
    }
    return this.server.client.create(new PersistentVolume({ metadata: { name, labels }, spec: full }))
  }

  claim(
    name: string,
    storageClassName: string | undefined,
    { size = '1Gi', ...spec }: Partial<ClaimSpec> & { size?: string } = {},
  ) {
    const full = {
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      resources: { requests: { storage: size } },
      ...spec,
    }
    return this.server.client.create(
      new PersistentVolumeClaim({ metadata: { name, namespace: 'default' }, spec: full }),
    )
  }

  pod(name: string, volume: object, nodeName?: string): Promise<Pod> {
    const spec = { containers: [{ name: 'c', image: 'app:1' }], volumes: [{ name: 'v', ...volume }], nodeName }
    return this.server.client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
  }

  readVolume = (name: string): Promise<PersistentVolume | undefined> =>
    ifFound(this.server.client.get(PersistentVolume, { name }))

  readClaim = (name: string): Promise<PersistentVolumeClaim | undefined> =>
    ifFound(this.server.client.get(PersistentVolumeClaim, { name, namespace: 'default' }))

  async volumePhase(name: string): Promise<string | undefined> {
    return (await this.readVolume(name))?.status?.phase
  }

  async claimPhase(name: string): Promise<string | undefined> {
    return (await this.readClaim(name))?.status?.phase
  }

  /** Reason and message of the events of an object. */
  async events(name: string): Promise<(string | undefined)[][]> {
    const { items } = await this.server.client.resource(Event).namespace('default').list()
    const own = items.filter(({ involvedObject }) => involvedObject.name === name)
    return own.map(({ reason, message }) => [reason, message])
  }
}

async function ifFound<T>(object: Promise<T>): Promise<T | undefined> {
  return object.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
}
