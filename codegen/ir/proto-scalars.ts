import type { ScalarKind } from '../../src/descriptor/types.js'

const kinds = ['string', 'bool', 'int32', 'int64', 'uint32', 'uint64', 'float', 'double', 'bytes'] as const
const known: ReadonlySet<string> = new Set<ScalarKind>(kinds)

/** A scalar that is one in protobuf as well, under the same name; the others are messages there. */
export type ProtoScalar = (typeof kinds)[number]

/** Reports whether a kind of scalar, or a type of protobuf, is a {@link ProtoScalar}. */
export function isProtoScalar(name: string): name is ProtoScalar {
  return known.has(name)
}
