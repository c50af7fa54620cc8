import { newForbidden, type StatusError } from 'apimachinery/errors'
import { getGenerateName, getName } from 'apimachinery/runtime'
import type { AdmissionAttributes } from './attributes.js'

/**
 * The 403 with which a plugin refuses a request.
 *
 * Source: `NewForbidden` of k8s.io/apiserver/pkg/admission.
 */
export function forbidden(attributes: AdmissionAttributes, message: string): StatusError {
  const { group, resource } = attributes.resource
  return newForbidden({ group, resource }, nameInErrors(attributes), new Error(message))
}

/** The name in errors; for an object whose name is still to be made, what it will begin with. */
export function nameInErrors({ name, object }: AdmissionAttributes): string {
  if (name !== '' || object === undefined) return name
  return getName(object) || getGenerateName(object) || 'Unknown'
}

/** Reports whether a request is for objects of a resource themselves, not for a subresource. */
export function isFor(attributes: AdmissionAttributes, group: string, resource: string): boolean {
  return (
    attributes.resource.resource === resource && attributes.resource.group === group && attributes.subresource === ''
  )
}
