import type { TokenRequest } from 'apimachinery/api/authentication/v1'
import type { Pod, Volume } from 'apimachinery/api/core/v1'
import { messageOf, newAggregate, newNotFound } from 'apimachinery/errors'
import { getName } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../../attributes.js'
import { accessOf } from '../../authorize.js'
import { forbidden } from '../../forbidden.js'
import type { NodeRestrictionState } from './node-check.js'

/**
 * Nodes get tokens for the audiences of their pods: of a projected volume, or of a CSI driver that requests tokens. For
 * others they need the verb `request-serviceaccounts-token-audience`.
 */
export async function checkAudience(
  attributes: AdmissionAttributes,
  pod: Pod,
  state: NodeRestrictionState,
): Promise<void> {
  const audiences = (attributes.object as TokenRequest).spec?.audiences ?? []
  if (audiences.length > 1) throw forbidden(attributes, 'node may only request 0 or 1 audiences')
  const [audience = ''] = audiences
  const quoted = JSON.stringify(audience)
  try {
    if (await namesAudience(pod, audience, state)) return
  } catch (error) {
    throw forbidden(attributes, `error validating audience ${quoted}: ${messageOf(error)}`)
  }
  const { user, namespace, name } = attributes
  const verb = 'request-serviceaccounts-token-audience'
  const access = await accessOf(state.authorizer, user, { verb, namespace, apiVersion: 'v1', resource: audience, name })
  if (access.allowed) return
  const who = user?.name ?? ''
  const missing = `audience ${quoted} not found in pod spec volume`
  throw forbidden(
    attributes,
    access.error === undefined
      ? `${missing}, ${who} is not authorized to request tokens for this audience`
      : `${missing}, error authorizing ${who} to request tokens for this audience: ${messageOf(access.error)}`,
  )
}

/** Volumes that cannot be followed are of no matter where another names the audience. */
async function namesAudience(pod: Pod, audience: string, state: NodeRestrictionState): Promise<boolean> {
  const errors: Error[] = []
  for (const volume of pod.spec?.volumes ?? []) {
    const tokens = (volume.projected?.sources ?? []).flatMap(({ serviceAccountToken }) => serviceAccountToken ?? [])
    if (tokens.some((token) => (token.audience ?? '') === audience)) return true
    try {
      if (await driverNamesAudience(await driverOf(volume, pod, state), audience, state)) return true
    } catch (error) {
      errors.push(error as Error)
    }
  }
  const error = newAggregate(errors)
  if (error !== undefined) throw error
  return false
}

/** The CSI driver of a volume, `''` for others. */
async function driverOf(volume: Volume, pod: Pod, state: NodeRestrictionState): Promise<string> {
  if (volume.csi) return volume.csi.driver ?? ''
  const claim = volume.ephemeral?.volumeClaimTemplate
    ? `${getName(pod)}-${volume.name}`
    : volume.persistentVolumeClaim?.claimName
  if (!claim) return ''
  const namespace = pod.metadata?.namespace ?? ''
  const found = await state.livePersistentVolumeClaim(namespace, claim)
  if (found === undefined) throw newNotFound({ group: '', resource: 'persistentvolumeclaims' }, claim)
  const name = found.spec?.volumeName ?? ''
  if (name === '') return ''
  const bound = await state.livePersistentVolume(name)
  if (bound === undefined) throw newNotFound({ group: '', resource: 'persistentvolumes' }, name)
  return bound.spec?.csi?.driver ?? ''
}

async function driverNamesAudience(name: string, audience: string, state: NodeRestrictionState): Promise<boolean> {
  if (name === '') return false
  const driver = await state.liveCSIDriver(name)
  if (driver === undefined) throw newNotFound({ group: 'storage.k8s.io', resource: 'csidrivers' }, name)
  return (driver.spec?.tokenRequests ?? []).some((request) => (request.audience ?? '') === audience)
}
