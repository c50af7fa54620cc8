import { addAdmissionConversions } from './admission.js'
import { addAdmissionregistrationConversions } from './admissionregistration.js'
import { addApidiscoveryConversions } from './apidiscovery.js'
import { addApiextensionsConversions } from './apiextensions.js'
import { addApiregistrationConversions } from './apiregistration.js'
import { addAppsConversions } from './apps.js'
import { addAuthenticationConversions } from './authentication.js'
import { addAuthorizationConversions } from './authorization.js'
import { addAutoscalingConversions } from './autoscaling.js'
import { addBatchConversions } from './batch.js'
import { addCertificatesConversions } from './certificates.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addCoordinationConversions } from './coordination.js'
import { addCoreConversions } from './core.js'
import { addDiscoveryConversions } from './discovery.js'
import { addEventsConversions } from './events.js'
import { addExtensionsConversions } from './extensions.js'
import { addFlowcontrolConversions } from './flowcontrol.js'
import { addNetworkingConversions } from './networking.js'
import { addNodeConversions } from './node.js'
import { addPolicyConversions } from './policy.js'
import { addRbacConversions } from './rbac.js'
import { addResourceConversions } from './resource.js'
import { addSchedulingConversions } from './scheduling.js'
import { addStorageConversions } from './storage.js'
import { addStoragemigrationConversions } from './storagemigration.js'

/**
 * Registers the conversions between all versions of the built-in kinds, the removed ones included, with the newest stable
 * version as hub, and the field labels of selectors.
 *
 * Source: pkg/apis of Kubernetes.
 */
export function addConversionsToScheme(scheme: ConversionRegistrar): void {
  addAdmissionConversions(scheme)
  addAdmissionregistrationConversions(scheme)
  addApidiscoveryConversions(scheme)
  addApiextensionsConversions(scheme)
  addApiregistrationConversions(scheme)
  addAppsConversions(scheme)
  addAuthenticationConversions(scheme)
  addAuthorizationConversions(scheme)
  addAutoscalingConversions(scheme)
  addBatchConversions(scheme)
  addCertificatesConversions(scheme)
  addCoordinationConversions(scheme)
  addCoreConversions(scheme)
  addDiscoveryConversions(scheme)
  addEventsConversions(scheme)
  addExtensionsConversions(scheme)
  addFlowcontrolConversions(scheme)
  addNetworkingConversions(scheme)
  addNodeConversions(scheme)
  addPolicyConversions(scheme)
  addRbacConversions(scheme)
  addResourceConversions(scheme)
  addSchedulingConversions(scheme)
  addStorageConversions(scheme)
  addStoragemigrationConversions(scheme)
}
