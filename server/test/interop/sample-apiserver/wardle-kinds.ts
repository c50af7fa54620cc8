import { list, type StructDescriptor, scalar, struct } from 'apimachinery/descriptor'
import { listMetaDescriptor, type ObjectMeta, objectMetaDescriptor } from 'apimachinery/meta/v1'
import { type ResourceInfo, Scheme, TypedObject } from 'apimachinery/runtime'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'

const group = 'wardle.example.com'
const alpha = new GroupVersion(group, 'v1alpha1')
const beta = new GroupVersion(group, 'v1beta1')
const path = (version: string) => `com.github.sample.${version}`
const flunders: ResourceInfo = { plural: 'flunders', singular: 'flunder', scope: 'Namespaced' }

function kind(name: string, more: Parameters<typeof struct>[1]): StructDescriptor {
  return struct(name, () => [
    ['kind', 0, scalar('string'), '?'],
    ['apiVersion', 0, scalar('string'), '?'],
    ['metadata', 1, objectMetaDescriptor, '?'],
    ...more(),
  ])
}

function kindList(name: string, item: StructDescriptor): StructDescriptor {
  return struct(name, () => [
    ['kind', 0, scalar('string'), '?'],
    ['apiVersion', 0, scalar('string'), '?'],
    ['metadata', 1, listMetaDescriptor, '?'],
    ['items', 2, list(item)],
  ])
}

const alphaSpec = struct(`${path('v1alpha1')}.FlunderSpec`, () => [
  ['reference', 1, scalar('string'), '?'],
  ['referenceType', 2, scalar('string'), '?'],
])
const betaSpec = struct(`${path('v1beta1')}.FlunderSpec`, () => [
  ['flunderReference', 1, scalar('string'), '?'],
  ['fischerReference', 2, scalar('string'), '?'],
  ['referenceType', 3, scalar('string'), '?'],
])
const status = (version: string) => struct(`${path(version)}.FlunderStatus`, () => [])

/** The kinds of k8s.io/sample-apiserver. */
export class FlunderAlpha extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderAlpha> = new GroupVersionKind(group, 'v1alpha1', 'Flunder')
  static readonly descriptor: StructDescriptor = kind(`${path('v1alpha1')}.Flunder`, () => [
    ['spec', 2, alphaSpec, '?'],
    ['status', 3, status('v1alpha1'), '?'],
  ])
  static readonly resource = flunders
  declare metadata?: ObjectMeta
  declare spec?: { reference?: string; referenceType?: string }
  declare status?: object
}

export class FlunderAlphaList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderAlphaList> = new GroupVersionKind(
    group,
    'v1alpha1',
    'FlunderList',
  )
  static readonly descriptor: StructDescriptor = kindList(`${path('v1alpha1')}.FlunderList`, FlunderAlpha.descriptor)
  static readonly itemClass = FlunderAlpha
}

export class Flunder extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Flunder> = new GroupVersionKind(group, 'v1beta1', 'Flunder')
  static readonly descriptor: StructDescriptor = kind(`${path('v1beta1')}.Flunder`, () => [
    ['spec', 2, betaSpec, '?'],
    ['status', 3, status('v1beta1'), '?'],
  ])
  static readonly resource = flunders
  declare metadata?: ObjectMeta
  declare spec?: { flunderReference?: string; fischerReference?: string; referenceType?: string }
  declare status?: object
}

export class FlunderList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderList> = new GroupVersionKind(
    group,
    'v1beta1',
    'FlunderList',
  )
  static readonly descriptor: StructDescriptor = kindList(`${path('v1beta1')}.FlunderList`, Flunder.descriptor)
  static readonly itemClass = Flunder
}

export class Fischer extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Fischer> = new GroupVersionKind(group, 'v1alpha1', 'Fischer')
  static readonly descriptor: StructDescriptor = kind(`${path('v1alpha1')}.Fischer`, () => [
    ['disallowedFlunders', 2, list(scalar('string')), '?'],
  ])
  static readonly resource: ResourceInfo = { plural: 'fischers', singular: 'fischer', scope: 'Cluster' }
  declare metadata?: ObjectMeta
  declare disallowedFlunders?: string[]
}

export class FischerList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FischerList> = new GroupVersionKind(
    group,
    'v1alpha1',
    'FischerList',
  )
  static readonly descriptor: StructDescriptor = kindList(`${path('v1alpha1')}.FischerList`, Fischer.descriptor)
  static readonly itemClass = Fischer
}

/** The kinds with their conversions and defaults. */
export function wardleScheme(): Scheme {
  const scheme = new Scheme({ name: 'pkg/runtime/scheme.go:111' })
  scheme.addKinds(FlunderAlpha, FlunderAlphaList, Flunder, FlunderList, Fischer, FischerList)
  scheme.setVersionPriority(beta, alpha)
  scheme.addTypeDefaultingFunc(FlunderAlpha, ({ spec }) => {
    if (spec?.reference && !spec.referenceType) spec.referenceType = 'Flunder'
  })
  scheme.addConversion(FlunderAlpha, Flunder, ({ metadata, spec, status: own }) => {
    const { reference = '', referenceType } = spec ?? {}
    const named =
      reference === '' ? {} : { [referenceType === 'Fischer' ? 'fischerReference' : 'flunderReference']: reference }
    const isKnown = referenceType === 'Flunder' || referenceType === 'Fischer'
    return new Flunder({ metadata, spec: isKnown ? { referenceType, ...named } : {}, status: own })
  })
  scheme.addConversion(Flunder, FlunderAlpha, ({ metadata, spec, status: own }) => {
    const { flunderReference, fischerReference, referenceType } = spec ?? {}
    const reference = referenceType === 'Fischer' ? fischerReference : flunderReference
    const isKnown = referenceType === 'Flunder' || referenceType === 'Fischer'
    return new FlunderAlpha({
      metadata,
      spec: isKnown ? { referenceType, ...(reference && { reference }) } : {},
      status: own,
    })
  })
  return scheme
}
