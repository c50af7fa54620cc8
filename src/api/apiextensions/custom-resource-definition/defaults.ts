import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const httpsPort = 443

interface Definition {
  spec?: { versions?: readonly { name: string; storage: boolean }[] | undefined } | undefined
  status?: { storedVersions?: string[] | undefined } | undefined
}

interface Spec {
  names?: { kind: string; plural: string; singular?: string | undefined; listKind?: string | undefined }
  conversion?: { strategy: string } | undefined
}

/** Registers the defaults of CustomResourceDefinition. */
export function addCustomResourceDefinitionDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, v1.CustomResourceDefinition, (definition) => {
    const spec = definition.spec ?? {}
    definition.spec = spec
    defaultSpec(spec)
    const service = spec.conversion?.webhook?.clientConfig?.service
    if (service) service.port ??= httpsPort
    defaultStoredVersions(definition)
  })
  withList(scheme, v1beta1.CustomResourceDefinition, (definition) => {
    const spec = definition.spec ?? {}
    definition.spec = spec
    defaultOldSpec(spec)
    defaultStoredVersions(definition)
  })
}

/** The version that is stored now. */
function defaultStoredVersions(definition: Definition): void {
  if ((definition.status?.storedVersions ?? []).length > 0) return
  const stored = definition.spec?.versions?.find((version) => version?.storage)
  if (stored) definition.status = { ...definition.status, storedVersions: [stored.name] }
}

function defaultSpec(spec: Spec): void {
  spec.names ??= { kind: '', plural: '' }
  const { names } = spec
  const kind = names.kind ?? ''
  if (kind !== '') {
    names.singular ||= kind.toLowerCase()
    names.listKind ||= `${kind}List`
  }
  spec.conversion ??= { strategy: 'None' }
}

function defaultOldSpec(spec: v1beta1.CustomResourceDefinitionSpec): void {
  spec.scope ||= 'Namespaced'
  defaultSpec(spec)
  if (itemsOf(spec.versions).length === 0 && spec.version) {
    spec.versions = [{ name: spec.version, storage: true, served: true }]
  }
  const [first] = spec.versions ?? []
  if (first) spec.version ||= first.name
  const { conversion } = spec
  if (conversion?.strategy === 'Webhook' && (conversion.conversionReviewVersions ?? []).length === 0) {
    conversion.conversionReviewVersions = ['v1beta1']
  }
  const service = conversion?.webhookClientConfig?.service
  if (service) service.port ??= httpsPort
  spec.preserveUnknownFields ??= true
}
