import { type FieldTuple, field, map, scalar, struct } from 'apimachinery/descriptor'

const quantity = scalar('quantity')

/** What a device said of the resources of its node before 1.37 gave it another form. */
function resourceMappings(version: string, number: number): readonly FieldTuple[] {
  const mapping = struct(`io.k8s.api.resource.${version}.NodeAllocatableResourceMapping`, () => [
    field('capacityKey', 1, scalar('string', { name: `${version}.QualifiedName` }), '*?'),
    field('allocationMultiplier', 2, quantity, '*?'),
  ])
  return [field('nodeAllocatableResourceMappings', number, map(mapping, { key: 'v1.ResourceName' }), '?')]
}

/**
 * Fields of release 1.36 that the library's types have no more, by the name of the struct. Readers of the objects drop them:
 * the feature is off.
 *
 * Source: the protobuf files of k8s.io/api v0.36.3 and v0.37.2.
 */
export const earlierFields: Readonly<Record<string, readonly FieldTuple[]>> = {
  'io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus': [
    field('resources', 3, map(quantity, { key: 'v1.ResourceName' })),
  ],
  'io.k8s.api.resource.v1.Device': resourceMappings('v1', 13),
  'io.k8s.api.resource.v1beta1.BasicDevice': resourceMappings('v1beta1', 12),
  'io.k8s.api.resource.v1beta2.Device': resourceMappings('v1beta2', 13),
}
