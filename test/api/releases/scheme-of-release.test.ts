import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSnapshots } from '../../../codegen/generate-kubernetes.js'
import type { StructDeclaration } from '../../../codegen/ir/declarations.js'
import { isRequired } from '../../../codegen/ir/is-required.js'
import { moduleVersion } from '../../../codegen/releases/release-model.js'
import { addConversionsToScheme } from '../../../src/api/conversion/index.js'
import { addToScheme } from '../../../src/api/index.js'
import {
  addEarlierToScheme,
  newestRelease,
  type Release,
  releaseOf,
  releases,
  schemeOptionsOf,
} from '../../../src/api/releases/index.js'
import { CSINode } from '../../../src/api/storage/v1/index.js'
import { fieldShape } from '../../../src/descriptor/field-shape.js'
import type { StructDescriptor } from '../../../src/descriptor/types.js'
import type { KindClass } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../src/runtime/serializer/index.js'
import { GroupVersionKind } from '../../../src/schema/group-version-kind.js'

function schemeOf(release: Release): Scheme {
  const scheme = new Scheme(schemeOptionsOf(release))
  addToScheme(scheme)
  if (release !== newestRelease) addEarlierToScheme(scheme)
  addConversionsToScheme(scheme)
  return scheme
}

const schemes = new Map(releases.map((release) => [release.minor, schemeOf(release)]))

function classOf(release: Release, kind: string): KindClass {
  const [group = '', version = '', name = ''] = kind.split('/')
  const type = schemes.get(release.minor)!.classFor(new GroupVersionKind(group, version, name))
  if (type === undefined) throw new Error(`no ${kind} in ${release.name}`)
  return type
}

function jsonOf(release: Release) {
  const { serializer } = new CodecFactory(schemes.get(release.minor)!, { mode: 'canonical' })
    .supportedMediaTypes()
    .find(({ mediaType }) => mediaType === 'application/json')!
  return {
    read: (object: object) => serializer.decode(Buffer.from(JSON.stringify(object))).object,
    written: (object: object): unknown => JSON.parse(Buffer.from(serializer.encode(object as never)).toString()),
  }
}

/** All structs that a type reaches. */
function reached(
  descriptor: StructDescriptor,
  seen = new Map<string, StructDescriptor>(),
): Map<string, StructDescriptor> {
  if (seen.has(descriptor.name)) return seen
  seen.set(descriptor.name, descriptor)
  for (let { type } of descriptor.fields) {
    while (type.kind === 'list' || type.kind === 'map') type = type.kind === 'list' ? type.element : type.value
    if (type.kind === 'struct') reached(type, seen)
  }
  return seen
}

const modelOf = ({ version }: Release) =>
  readSnapshots(join(import.meta.dirname, '../../../codegen/snapshots', `k8s-${moduleVersion({ version })}`))

/** Fields as words, in their order: name, number, shape, and whether they are required. */
const words = (struct: StructDeclaration): string[] =>
  struct.fields.map((field) => `${field.name} ${field.number} ${field.shape.replace('?z', 'z')} ${isRequired(field)}`)

describe.each(releases)('the scheme of $name', (release) => {
  const scheme = schemes.get(release.minor)!

  it('has the structs as the modules of the release declare them', () => {
    const structs = new Map<string, StructDescriptor>()
    for (const { gvk, type } of scheme.allKnownTypes()) {
      if (type.groupVersionKind.equals(gvk) && !type.descriptor.name.startsWith('io.k8s.apimachinery.')) {
        reached(type.descriptor, structs)
      }
    }
    const names = new Map<string, StructDeclaration>()
    for (const { modelPrefix, declarations } of modelOf(release).packages) {
      for (const each of declarations) if (each.form === 'struct') names.set(`${modelPrefix}.${each.name}`, each)
    }
    expect(structs.size).toBeGreaterThan(800)
    for (const [name, { fields }] of structs) {
      const own = fields.map((field) => {
        const required = field.options.required ?? (field.omit === 'never' && !field.inline)
        return `${field.name} ${field.number} ${fieldShape(field)} ${required}`
      })
      expect([name, ...own]).toEqual([name, ...words(names.get(name)!)])
    }
  })

  it('has the kinds that the modules of the release register', () => {
    const registered = modelOf(release).packages.flatMap(({ path, group, version, registered }) =>
      group === undefined || path.includes('/autoscaling/v2beta')
        ? []
        : registered.filter((ref) => ref.package === path).map(({ name }) => `${group}/${version} ${name}`),
    )
    const own = scheme
      .allKnownTypes()
      .flatMap(({ gvk: { group, version, kind }, type }) =>
        type.descriptor.name.startsWith('io.k8s.apimachinery.') ? [] : [`${group}/${version} ${kind}`],
      )
    expect(own.sort()).toEqual(registered.filter((name) => !name.startsWith('meta.k8s.io/')).sort())
  })
})

describe('the scheme of the newest release', () => {
  it('has the classes of the library', () => {
    expect(schemeOptionsOf(newestRelease)).toEqual({})
    expect(classOf(newestRelease, 'storage.k8s.io/v1/CSINode')).toBe(CSINode)
  })
})

describe('the scheme of an earlier release', () => {
  const release = releaseOf('1.36')
  const { read, written } = jsonOf(release)

  it('leaves later fields out of what it reads and writes', () => {
    const node = { kind: 'CSINode', apiVersion: 'storage.k8s.io/v1', metadata: { name: 'n' }, spec: { drivers: [] } }
    const object = read({ ...node, status: { storageHealth: [{ name: 'd' }] } })
    expect(object).toBeInstanceOf(CSINode)
    expect(object).toBeInstanceOf(classOf(release, 'storage.k8s.io/v1/CSINode'))
    expect(written(object)).toEqual(node)
  })

  it.each(['v1', 'v1beta2'])('has fields of %s that went later', (version) => {
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

  it('shares what does not change with the library', () => {
    const ours = classOf(release, '/v1/ConfigMap')
    expect(ours.descriptor).toBe((Object.getPrototypeOf(ours) as KindClass).descriptor)
  })

  it('does not serve subresources that came later', () => {
    expect(CSINode.resource.subresources).toEqual(['status'])
    expect(classOf(release, 'storage.k8s.io/v1/CSINode').resource).toEqual({
      plural: 'csinodes',
      singular: 'csinode',
      scope: 'Cluster',
    })
  })

  it('has its own classes in lists', () => {
    const list = classOf(release, 'storage.k8s.io/v1/CSINodeList')
    expect(list.itemClass).toBe(classOf(release, 'storage.k8s.io/v1/CSINode'))
    expect(list.itemClass?.listClass).toBe(list)
  })

  it('converts its kinds into each other', () => {
    const scheme = schemes.get(release.minor)!
    const autoscaler = read({
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'a' },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' }, targetCPUUtilizationPercentage: 50 },
    })
    const hub = classOf(release, 'autoscaling/v2/HorizontalPodAutoscaler')
    const converted = scheme.convert(autoscaler, hub)
    expect(converted).toBeInstanceOf(hub)
    expect(converted).toMatchObject({ spec: { metrics: [{ resource: { name: 'cpu' } }] } })
    const back = scheme.convert(converted, classOf(release, 'autoscaling/v1/HorizontalPodAutoscaler'))
    expect(back).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { targetCPUUtilizationPercentage: 50 } })
  })

  it('takes objects of the classes of the library', () => {
    const made = new CSINode({ metadata: { name: 'n' }, spec: { drivers: [] } })
    const stored = schemes.get(release.minor)!.convert(made, classOf(release, 'storage.k8s.io/v1/CSINode'))
    expect(written(stored)).not.toHaveProperty('status')
  })

  it('converts through a hub that it does not have', () => {
    const scheme = schemes.get(35)!
    const policy = scheme.new(
      new GroupVersionKind('admissionregistration.k8s.io', 'v1alpha1', 'MutatingAdmissionPolicy'),
    )
    const beta = classOf(releaseOf('1.35'), 'admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy')
    expect(scheme.convert(policy, beta)).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1beta1' })
    expect(
      scheme.recognizes(new GroupVersionKind('admissionregistration.k8s.io', 'v1', 'MutatingAdmissionPolicy')),
    ).toBe(false)
  })
})
