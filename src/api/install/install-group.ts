import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import type { ConversionRegistrar } from '../conversion/conversion-registrar.js'

/** One part of a group: the types of a version, the defaults, the conversions. */
type Install = (scheme: ConversionRegistrar) => void

/** API group → its parts: versions from the preferred one on, defaults, conversions with field labels. */
const groups: Readonly<Record<string, readonly (() => Promise<Install>)[]>> = {
  '': [
    () => import('../core/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/core.js').then((defaults) => defaults.addCoreDefaults),
    () => import('../conversion/core.js').then((conversion) => conversion.addCoreConversions),
  ],
  'admission.k8s.io': [
    () => import('../admission/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../admission/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/admission.js').then((conversion) => conversion.addAdmissionConversions),
  ],
  'admissionregistration.k8s.io': [
    () => import('../admissionregistration/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../admissionregistration/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../admissionregistration/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/admissionregistration.js').then((defaults) => defaults.addAdmissionregistrationDefaults),
    () =>
      import('../conversion/admissionregistration.js').then(
        (conversion) => conversion.addAdmissionregistrationConversions,
      ),
  ],
  'apidiscovery.k8s.io': [
    () => import('../apidiscovery/v2/register.gen.js').then((types) => types.addToScheme),
    () => import('../apidiscovery/v2beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/apidiscovery.js').then((conversion) => conversion.addApidiscoveryConversions),
  ],
  'apiextensions.k8s.io': [
    () => import('../apiextensions/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../apiextensions/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/apiextensions.js').then((defaults) => defaults.addApiextensionsDefaults),
    () => import('../conversion/apiextensions.js').then((conversion) => conversion.addApiextensionsConversions),
  ],
  'apiregistration.k8s.io': [
    () => import('../apiregistration/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../apiregistration/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/apiregistration.js').then((defaults) => defaults.addApiregistrationDefaults),
    () => import('../conversion/apiregistration.js').then((conversion) => conversion.addApiregistrationConversions),
  ],
  'internal.apiserver.k8s.io': [
    () => import('../apiserverinternal/v1alpha1/register.gen.js').then((types) => types.addToScheme),
  ],
  apps: [
    () => import('../apps/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../apps/v1beta2/register.gen.js').then((types) => types.addToScheme),
    () => import('../apps/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/apps.js').then((defaults) => defaults.addAppsDefaults),
    () => import('../conversion/apps.js').then((conversion) => conversion.addAppsConversions),
  ],
  'authentication.k8s.io': [
    () => import('../authentication/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../authentication/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../authentication/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/authentication.js').then((defaults) => defaults.addAuthenticationDefaults),
    () => import('../conversion/authentication.js').then((conversion) => conversion.addAuthenticationConversions),
  ],
  'authorization.k8s.io': [
    () => import('../authorization/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../authorization/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/authorization.js').then((conversion) => conversion.addAuthorizationConversions),
  ],
  autoscaling: [
    () => import('../autoscaling/v2/register.gen.js').then((types) => types.addToScheme),
    () => import('../autoscaling/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/autoscaling.js').then((defaults) => defaults.addAutoscalingDefaults),
    () => import('../conversion/autoscaling.js').then((conversion) => conversion.addAutoscalingConversions),
  ],
  batch: [
    () => import('../batch/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../batch/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/batch.js').then((defaults) => defaults.addBatchDefaults),
    () => import('../conversion/batch.js').then((conversion) => conversion.addBatchConversions),
  ],
  'certificates.k8s.io': [
    () => import('../certificates/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../certificates/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../certificates/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/certificates.js').then((defaults) => defaults.addCertificatesDefaults),
    () => import('../conversion/certificates.js').then((conversion) => conversion.addCertificatesConversions),
  ],
  'coordination.k8s.io': [
    () => import('../coordination/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../coordination/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../coordination/v1alpha2/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/coordination.js').then((conversion) => conversion.addCoordinationConversions),
  ],
  'discovery.k8s.io': [
    () => import('../discovery/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../discovery/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/discovery.js').then((defaults) => defaults.addDiscoveryDefaults),
    () => import('../conversion/discovery.js').then((conversion) => conversion.addDiscoveryConversions),
  ],
  'events.k8s.io': [
    () => import('../events/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../events/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/events.js').then((conversion) => conversion.addEventsConversions),
  ],
  extensions: [
    () => import('../extensions/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/extensions.js').then((defaults) => defaults.addExtensionsDefaults),
    () => import('../conversion/extensions.js').then((conversion) => conversion.addExtensionsConversions),
  ],
  'flowcontrol.apiserver.k8s.io': [
    () => import('../flowcontrol/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../flowcontrol/v1beta3/register.gen.js').then((types) => types.addToScheme),
    () => import('../flowcontrol/v1beta2/register.gen.js').then((types) => types.addToScheme),
    () => import('../flowcontrol/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/flowcontrol.js').then((defaults) => defaults.addFlowcontrolDefaults),
    () => import('../conversion/flowcontrol.js').then((conversion) => conversion.addFlowcontrolConversions),
  ],
  'imagepolicy.k8s.io': [() => import('../imagepolicy/v1alpha1/register.gen.js').then((types) => types.addToScheme)],
  'lifecycle.k8s.io': [() => import('../lifecycle/v1alpha1/register.gen.js').then((types) => types.addToScheme)],
  'networking.k8s.io': [
    () => import('../networking/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../networking/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/networking.js').then((defaults) => defaults.addNetworkingDefaults),
    () => import('../conversion/networking.js').then((conversion) => conversion.addNetworkingConversions),
  ],
  'node.k8s.io': [
    () => import('../node/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../node/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../node/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/node.js').then((conversion) => conversion.addNodeConversions),
  ],
  policy: [
    () => import('../policy/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../policy/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/policy.js').then((conversion) => conversion.addPolicyConversions),
  ],
  'rbac.authorization.k8s.io': [
    () => import('../rbac/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../rbac/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../rbac/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/rbac.js').then((defaults) => defaults.addRbacDefaults),
    () => import('../conversion/rbac.js').then((conversion) => conversion.addRbacConversions),
  ],
  'resource.k8s.io': [
    () => import('../resource/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../resource/v1beta2/register.gen.js').then((types) => types.addToScheme),
    () => import('../resource/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../resource/v1alpha3/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/resource.js').then((defaults) => defaults.addResourceDefaults),
    () => import('../conversion/resource.js').then((conversion) => conversion.addResourceConversions),
  ],
  'scheduling.k8s.io': [
    () => import('../scheduling/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../scheduling/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../scheduling/v1alpha3/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/scheduling.js').then((defaults) => defaults.addSchedulingDefaults),
    () => import('../conversion/scheduling.js').then((conversion) => conversion.addSchedulingConversions),
  ],
  'storage.k8s.io': [
    () => import('../storage/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../storage/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../storage/v1alpha1/register.gen.js').then((types) => types.addToScheme),
    () => import('../defaults/storage.js').then((defaults) => defaults.addStorageDefaults),
    () => import('../conversion/storage.js').then((conversion) => conversion.addStorageConversions),
  ],
  'storagemigration.k8s.io': [
    () => import('../storagemigration/v1/register.gen.js').then((types) => types.addToScheme),
    () => import('../storagemigration/v1beta1/register.gen.js').then((types) => types.addToScheme),
    () => import('../conversion/storagemigration.js').then((conversion) => conversion.addStoragemigrationConversions),
  ],
}

/** Names of the built-in groups, the core group as `''`. */
export const builtInGroups: readonly string[] = /* @__PURE__ */ Object.keys(groups)

/**
 * Registers a built-in group as a server does: its types in every version, defaults, conversions and field labels. Of other
 * groups, only types that this one uses are loaded.
 *
 * @throws MachineryError `UnknownGroup` for a group that is not built in.
 */
export async function installGroup(scheme: ConversionRegistrar, group: string): Promise<void> {
  const load = Object.hasOwn(groups, group) ? groups[group] : undefined
  if (load === undefined) throw new MachineryError('UnknownGroup', `${quote(group)} is no built-in group`)
  // One after the other: Jest cannot link modules that share files at the same time.
  const installs: Install[] = []
  for (const part of load) installs.push(await part())
  for (const install of installs) install(scheme)
}
