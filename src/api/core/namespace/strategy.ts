import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { Namespace } from '../v1/types.gen.js'
import {
  validateNamespace,
  validateNamespaceFinalizeUpdate,
  validateNamespaceStatusUpdate,
  validateNamespaceUpdate,
} from './validation.js'

const kubernetes = 'kubernetes'
const nameLabel = 'kubernetes.io/metadata.name'

const status: UpdateHooks<Namespace> = {
  prepareForUpdate: (namespace, old) => keepField(namespace, old, 'spec'),
  validateUpdate: validateNamespaceStatusUpdate,
  resetFields: { v1: [['spec']] },
}

const finalize: UpdateHooks<Namespace> = {
  prepareForUpdate: (namespace, old) => keepField(namespace, old, 'status'),
  validateUpdate: validateNamespaceFinalizeUpdate,
  resetFields: { v1: [['status']] },
}

/** How a Namespace behaves in a registry. */
export const namespaceStrategy: KindStrategy<Namespace> = {
  type: Namespace,
  prepareForCreate(namespace) {
    namespace.status = { phase: 'Active' }
    const finalizers = namespace.spec?.finalizers ?? []
    if (finalizers.includes(kubernetes)) return
    namespace.spec = { ...namespace.spec, finalizers: [...finalizers, kubernetes] }
  },
  prepareForUpdate(namespace, old) {
    const finalizers = old.spec?.finalizers ?? []
    namespace.spec = finalizers.length === 0 ? {} : { finalizers }
    keepField(namespace, old, 'status')
  },
  validate: validateNamespace,
  validateUpdate: validateNamespaceUpdate,
  canonicalize(namespace) {
    const metadata = ensureMetadata(namespace)
    metadata.labels = { ...metadata.labels, [nameLabel]: metadata.name ?? '' }
  },
  resetFields: { v1: [['status']] },
  selectableFields: (namespace) => ({
    'status.phase': namespace.status?.phase ?? '',
    name: namespace.metadata?.name ?? '',
  }),
  subresources: { status, finalize },
}
