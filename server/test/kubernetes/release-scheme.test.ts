import { CSINode as LibraryCSINode } from 'apimachinery/api/storage/v1'
import type { StructDescriptor } from 'apimachinery/descriptor'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersionKind } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { newBuiltInScheme } from '../../src/kubernetes/built-in-scheme.js'
import { laterFields } from '../../src/kubernetes/later-fields.js'

const scheme = newBuiltInScheme()
const kind = (group: string, version: string, name: string) => {
  const type = scheme.classFor(new GroupVersionKind(group, version, name))
  if (type === undefined) throw new Error(`no ${name}`)
  return type
}
const json = new CodecFactory(scheme, { mode: 'canonical' })
  .supportedMediaTypes()
  .find(({ mediaType }) => mediaType === 'application/json')!.serializer
const read = (object: object) => json.decode(Buffer.from(JSON.stringify(object))).object
const written = (object: object): unknown => JSON.parse(Buffer.from(json.encode(object as never)).toString())

/** All structs that a type reaches. */
function reached(descriptor: StructDescriptor, seen = new Set<StructDescriptor>()): Set<StructDescriptor> {
  if (seen.has(descriptor)) return seen
  seen.add(descriptor)
  for (let { type } of descriptor.fields) {
    while (type.kind === 'list' || type.kind === 'map') type = type.kind === 'list' ? type.element : type.value
    if (type.kind === 'struct') reached(type, seen)
  }
  return seen
}

describe('the kinds of release 1.36', () => {
  it('have no field that came later, wherever it is', () => {
    const structs = new Set<StructDescriptor>()
    for (const gv of scheme.prioritizedVersionsAllGroups()) {
      for (const type of scheme.knownTypes(gv).values()) reached(type.descriptor, structs)
    }
    const left = [...structs].flatMap(({ name, fields }) =>
      fields.filter((field) => laterFields[name]?.includes(field.name)).map((field) => `${name}.${field.name}`),
    )
    expect(left).toEqual([])
    expect(structs.size).toBeGreaterThan(800)
  })

  it('are named after what the library has', () => {
    const library = new Set([...reached(LibraryCSINode.descriptor)].map(({ name }) => name))
    expect(library).toContain('io.k8s.api.storage.v1.CSINodeStatus')
    const names = [...reached(kind('storage.k8s.io', 'v1', 'CSINode').descriptor)].map(({ name }) => name)
    expect(names).toContain('io.k8s.api.storage.v1.CSINode')
    expect(names).not.toContain('io.k8s.api.storage.v1.CSINodeStatus')
  })

  it('leave later fields out of what they read and write', () => {
    const node = {
      kind: 'CSINode',
      apiVersion: 'storage.k8s.io/v1',
      metadata: { name: 'n' },
      spec: { drivers: [] },
    }
    const object = read({ ...node, status: { storageHealth: [{ name: 'd' }] } })
    expect(object).toBeInstanceOf(LibraryCSINode)
    expect(object).toBeInstanceOf(kind('storage.k8s.io', 'v1', 'CSINode'))
    expect(written(object)).toEqual(node)
  })

  it.each(['v1', 'v1beta2'])('have fields of %s that went later', (version) => {
    const device = {
      name: 'd',
      nodeAllocatableResourceMappings: { cpu: { capacityKey: 'c', allocationMultiplier: '2' } },
    }
    const pool = { name: 'p', generation: 1, resourceSliceCount: 1 }
    const slice = {
      kind: 'ResourceSlice',
      apiVersion: `resource.k8s.io/${version}`,
      metadata: { name: 's' },
      spec: { driver: 'd.example.com', pool, nodeName: 'n', devices: [device] },
    }
    expect(written(read(slice))).toEqual(slice)
    const wrong = { ...device, nodeAllocatableResourceMappings: { cpu: 'x' } }
    expect(() => read({ ...slice, spec: { ...slice.spec, devices: [wrong] } })).toThrow(
      `Go struct field Device.spec.devices.nodeAllocatableResourceMappings of type ${version}.NodeAllocatableResourceMapping`,
    )
  })

  it('that share what changes with nothing are those of the library', () => {
    const [ours] = [kind('', 'v1', 'ConfigMap')]
    expect(ours.descriptor.fields).toBe((Object.getPrototypeOf(ours) as typeof ours).descriptor.fields)
  })

  it('convert into each other', () => {
    const autoscaler = read({
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a' },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' }, targetCPUUtilizationPercentage: 50 },
    })
    const hub = kind('autoscaling', 'v2', 'HorizontalPodAutoscaler')
    const converted = scheme.convert(autoscaler, hub)
    expect(converted).toBeInstanceOf(hub)
    expect(converted).toMatchObject({ spec: { metrics: [{ resource: { name: 'cpu' } }] } })
    const back = scheme.convert(converted, kind('autoscaling', 'v1', 'HorizontalPodAutoscaler'))
    expect(back).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { targetCPUUtilizationPercentage: 50 } })
  })

  it('are made of objects of the library', () => {
    const made = new LibraryCSINode({ metadata: { name: 'n' }, spec: { drivers: [] } })
    const stored = scheme.convert(made, kind('storage.k8s.io', 'v1', 'CSINode'))
    expect(written(stored)).not.toHaveProperty('status')
  })
})
