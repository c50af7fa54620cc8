import { PersistentVolume, PersistentVolumeClaim, type Volume } from 'apimachinery/api/core/v1'
import { CSINode, StorageClass } from 'apimachinery/api/storage/v1'
import type { Random } from 'apimachinery/testing'
import { zones } from './random-pod.js'

/** Objects of volumes. Those with a status get it after they are created. */
export interface Storage {
  readonly classes: readonly StorageClass[]
  readonly csiNodes: readonly CSINode[]
  readonly volumes: readonly PersistentVolume[]
  readonly claims: readonly PersistentVolumeClaim[]
}

const driver = 'csi.example.com'
/** Names of claims that are there in every namespace. */
const bound = ['data-0', 'data-1', 'data-2', 'data-3']
const unusual = ['lost', 'immediate', 'without-volume', 'absent']

/** Claims that are bound, and some that something is wrong with. */
export function randomStorage(
  random: Random,
  { nodes, namespaces }: { readonly nodes: readonly string[]; readonly namespaces: readonly string[] },
): Storage {
  const volumes: PersistentVolume[] = []
  const claims: PersistentVolumeClaim[] = []
  for (const namespace of namespaces) {
    for (const name of bound) {
      const volume = `${namespace}-${name}`
      const modes = [random.chance(0.3) ? 'ReadWriteOncePod' : 'ReadWriteOnce']
      volumes.push(volumeOf(random, volume, { class: 'made', modes }))
      claims.push(claimOf({ name, namespace }, { class: 'made', modes, volume }))
    }
    const modes = ['ReadWriteOnce']
    claims.push(claimOf({ name: 'lost', namespace }, { class: 'made', modes, volume: 'gone', phase: 'Lost' }))
    claims.push(claimOf({ name: 'without-volume', namespace }, { class: 'made', modes, volume: 'gone' }))
    claims.push(claimOf({ name: 'immediate', namespace }, { class: 'now', modes }))
  }
  const csiNodes = nodes.filter(() => random.chance(0.4)).map((name) => csiNodeOf(name, random.between(1, 3)))
  return { volumes, claims, csiNodes, classes: classes(random) }
}

/** Volumes of pods that run: claims that are bound. */
export function existingVolumes(random: Random): Volume[] {
  return random.chance(0.2) ? [volumeOfClaim(random.pick(bound))] : []
}

/** What a new pod asks for: volumes, and objects that are made for it alone. */
export interface ProbeStorage {
  readonly podVolumes: readonly Volume[]
  readonly volumes: readonly PersistentVolume[]
  readonly claims: readonly PersistentVolumeClaim[]
}

/** Claims that are there, are missing, or wait for their first pod. */
export function probeStorage(random: Random, namespace: string, index: number): ProbeStorage {
  if (random.chance(0.6)) return { podVolumes: [], volumes: [], claims: [] }
  if (random.chance(0.5)) return { podVolumes: [volumeOfClaim(random.pick(bound))], volumes: [], claims: [] }
  if (random.chance(0.2)) return { podVolumes: [volumeOfClaim(random.pick(unusual))], volumes: [], claims: [] }
  const modes = ['ReadWriteOnce']
  const kind = random.pick(['manual', 'made', 'zonal'])
  const names = Array.from({ length: random.between(1, 2) }, (_, i) => `wait-${index}-${i}`)
  const volumes = Array.from({ length: kind === 'manual' ? random.below(4) : 0 }, (_, i) =>
    volumeOf(random, `volume-${index}-${i}`, { class: 'manual', modes, phase: 'Available' }),
  )
  const claims = names.map((name) => claimOf({ name, namespace }, { class: kind, modes }))
  return { podVolumes: names.map(volumeOfClaim), volumes, claims }
}

function volumeOfClaim(claimName: string): Volume {
  return { name: claimName, persistentVolumeClaim: { claimName } }
}

interface Parts {
  readonly class: string
  readonly modes: readonly string[]
  readonly volume?: string
  readonly phase?: string
}

function volumeOf(random: Random, name: string, { class: storageClassName, modes, phase }: Parts): PersistentVolume {
  const affinity = { key: 'topology.kubernetes.io/zone', operator: 'In', values: [random.pick(zones)] }
  return new PersistentVolume({
    metadata: {
      name,
      labels: { ...(random.chance(0.2) && { 'topology.kubernetes.io/zone': random.pick(zones) }) },
    },
    spec: {
      storageClassName,
      capacity: { storage: random.pick(['1Gi', '2Gi', '5Gi']) },
      accessModes: [...modes],
      csi: { driver, volumeHandle: name },
      ...(random.chance(0.5) && {
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [affinity] }] } },
      }),
    },
    ...(phase !== undefined && { status: { phase } }),
  } as never)
}

function claimOf(
  metadata: { readonly name: string; readonly namespace: string },
  { class: storageClassName, modes, volume, phase = 'Bound' }: Parts,
): PersistentVolumeClaim {
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' }
  return new PersistentVolumeClaim({
    metadata: { ...metadata, ...(volume !== undefined && { annotations }) },
    spec: {
      storageClassName,
      accessModes: [...modes],
      resources: { requests: { storage: '1Gi' } },
      ...(volume !== undefined && { volumeName: volume }),
    },
    ...(volume !== undefined && { status: { phase } }),
  } as never)
}

function csiNodeOf(name: string, count: number): CSINode {
  const drivers = [{ name: driver, nodeID: name, allocatable: { count } }]
  return new CSINode({ metadata: { name }, spec: { drivers } } as never)
}

function classes(random: Random): StorageClass[] {
  const waiting = { volumeBindingMode: 'WaitForFirstConsumer' }
  const zone = { key: 'topology.kubernetes.io/zone', values: [random.pick(zones)] }
  return [
    { metadata: { name: 'manual' }, provisioner: 'kubernetes.io/no-provisioner', ...waiting },
    { metadata: { name: 'made' }, provisioner: driver, ...waiting },
    {
      metadata: { name: 'zonal' },
      provisioner: driver,
      ...waiting,
      allowedTopologies: [{ matchLabelExpressions: [zone] }],
    },
    { metadata: { name: 'now' }, provisioner: driver, volumeBindingMode: 'Immediate' },
  ].map((fields) => new StorageClass(fields as never))
}
