import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import { Scale } from 'apimachinery/api/autoscaling/v1'
import { MachineryError } from 'apimachinery/errors'
import { type CustomResourceVersion, type RuleObserver, registerCustomResource } from 'apimachinery/openapi'
import { type KindClass, type KindRegistry, Scheme } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'

/** One version of a custom resource as code: its class, and what happens to its objects. */
export interface CustomResourceType {
  readonly type: KindClass
  readonly version: CustomResourceVersion
  /** Has the class, its defaults and the labels of field selectors. */
  readonly scheme: Scheme
  /** Decodes objects of any declared kind; validation checks the kind. */
  readonly registry: KindRegistry
}

/** Kube-apiserver's name of the scheme of custom resources in error messages. */
const schemeName = 'pkg/apiserver/customresource_handler.go'

/**
 * Compiles one version of a definition.
 *
 * @throws MachineryError `InvalidSchema` for definitions that no server should have accepted.
 */
export function customResourceType(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  observeRules?: RuleObserver,
): CustomResourceType {
  const names = { ...spec.names, ...status?.acceptedNames }
  const registered = new Scheme()
  const only = { ...version, served: true, storage: true }
  const definition = { spec: { group: spec.group, scope: spec.scope, names, versions: [only] } }
  const compiled = registerCustomResource(definition, { scheme: registered, observeRules }).versions.get(version.name)
  const gvk = new GroupVersionKind(spec.group, version.name, names.kind)
  const type = registered.classFor(gvk)
  if (type === undefined || compiled === undefined) throw new MachineryError('InvalidSchema', `no class for ${gvk}`)
  const scheme = new Scheme({ name: schemeName })
  scheme.addKinds(type, Scale)
  scheme.addTypeDefaultingFunc(type, (object) => void compiled.admit(object))
  scheme.addFieldLabelConversionFunc(gvk, fieldLabels(spec.scope === 'Cluster', version))
  return { type, version: compiled, scheme, registry: { name: schemeName, classFor: () => type } }
}

/** The labels that field selectors may name. Source: `ConvertFieldLabel` of upstream's converter of custom resources. */
function fieldLabels(
  clusterScoped: boolean,
  { selectableFields }: CustomResourceDefinitionVersion,
): (label: string, value: string) => { label: string; value: string } {
  const known = new Set((selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, '')))
  known.add('metadata.name')
  if (!clusterScoped) known.add('metadata.namespace')
  return (label, value) => {
    if (known.has(label)) return { label, value }
    throw new MachineryError('UnknownFieldLabel', `field label not supported: ${label}`)
  }
}
