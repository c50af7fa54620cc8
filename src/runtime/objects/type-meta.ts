import { scalar, struct } from '../../descriptor/build.js'
import type { StructDescriptor } from '../../descriptor/types.js'

/**
 * Descriptor of `kind` and `apiVersion`, which every kind inlines: the first field of a kind's descriptor is
 * `['TypeMeta', 0, typeMeta, '<']`.
 */
export const typeMeta: StructDescriptor = /* @__PURE__ */ struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta',
  () => [
    ['kind', 1, scalar('string'), '?'],
    ['apiVersion', 2, scalar('string'), '?'],
  ],
)
