import { list, type StructDescriptor, scalar, struct } from 'apimachinery/descriptor'
import { listMetaDescriptor, type ObjectMeta, objectMetaDescriptor } from 'apimachinery/meta/v1'
import { type ResourceInfo, type Scheme, TypedObject } from 'apimachinery/runtime'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'

const group = 'wardle.example.com'
const resource: ResourceInfo = {
  plural: 'flunders',
  singular: 'flunder',
  scope: 'Namespaced',
  shortNames: ['fl'],
  categories: ['all'],
  subresources: ['status'],
}

const specV1 = struct('com.example.wardle.v1.FlunderSpec', () => [
  ['reference', 1, scalar('string'), '?'],
  ['size', 2, scalar('int32'), '?'],
])
const specAlpha = struct('com.example.wardle.v1alpha1.FlunderSpec', () => [
  ['ref', 1, scalar('string'), '?'],
  ['size', 2, scalar('int32'), '?'],
])
const status = struct('com.example.wardle.v1.FlunderStatus', () => [['phase', 1, scalar('string'), '?']])

function flunder(version: string, spec: StructDescriptor): StructDescriptor {
  return struct(`com.example.wardle.${version}.Flunder`, () => [
    ['kind', 0, scalar('string'), '?'],
    ['apiVersion', 0, scalar('string'), '?'],
    ['metadata', 1, objectMetaDescriptor, '?'],
    ['spec', 2, spec, '?'],
    ['status', 3, status, '?'],
  ])
}

function flunderList(version: string, item: StructDescriptor): StructDescriptor {
  return struct(`com.example.wardle.${version}.FlunderList`, () => [
    ['kind', 0, scalar('string'), '?'],
    ['apiVersion', 0, scalar('string'), '?'],
    ['metadata', 1, listMetaDescriptor, '?'],
    ['items', 2, list(item)],
  ])
}

export const groupVersionV1 = new GroupVersion(group, 'v1')
export const groupVersionAlpha = new GroupVersion(group, 'v1alpha1')

/** A kind of a group of its own, in two versions that name a field differently. */
export class Flunder extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Flunder> = new GroupVersionKind(group, 'v1', 'Flunder')
  static readonly descriptor: StructDescriptor = flunder('v1', specV1)
  static readonly resource = resource
  declare metadata?: ObjectMeta
  declare spec?: { reference?: string; size?: number }
  declare status?: { phase?: string }
}

export class FlunderList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderList> = new GroupVersionKind(group, 'v1', 'FlunderList')
  static readonly descriptor: StructDescriptor = flunderList('v1', Flunder.descriptor)
  static readonly itemClass = Flunder
}

export class FlunderAlpha extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderAlpha> = new GroupVersionKind(group, 'v1alpha1', 'Flunder')
  static readonly descriptor: StructDescriptor = flunder('v1alpha1', specAlpha)
  static readonly resource = resource
  declare metadata?: ObjectMeta
  declare spec?: { ref?: string; size?: number }
  declare status?: { phase?: string }
}

export class FlunderAlphaList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<FlunderAlphaList> = new GroupVersionKind(
    group,
    'v1alpha1',
    'FlunderList',
  )
  static readonly descriptor: StructDescriptor = flunderList('v1alpha1', FlunderAlpha.descriptor)
  static readonly itemClass = FlunderAlpha
}

export function addWardleToScheme(scheme: Scheme): void {
  scheme.addKinds(Flunder, FlunderList, FlunderAlpha, FlunderAlphaList)
  scheme.setVersionPriority(groupVersionV1, groupVersionAlpha)
  scheme.addConversion(FlunderAlpha, Flunder, ({ metadata, spec, status }) => {
    const { ref, ...rest } = spec ?? {}
    return new Flunder({ metadata, spec: { ...rest, ...(ref !== undefined && { reference: ref }) }, status })
  })
  scheme.addConversion(Flunder, FlunderAlpha, ({ metadata, spec, status }) => {
    const { reference, ...rest } = spec ?? {}
    return new FlunderAlpha({ metadata, spec: { ...rest, ...(reference !== undefined && { ref: reference }) }, status })
  })
}
