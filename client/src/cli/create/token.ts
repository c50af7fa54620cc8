import { TokenRequest } from 'apimachinery/api/authentication/v1'
import { parseDuration } from '../global-options.js'
import { UsageError } from '../usage-error.js'
import { type Creator, metadataFor } from './creator.js'

const boundKinds = new Map([
  ['Pod', 'v1'],
  ['Secret', 'v1'],
  ['Node', 'v1'],
])

/** `create token`: the token request for a service account. */
export const token: Creator = {
  usage:
    'token SERVICE_ACCOUNT_NAME [--audience=AUDIENCE]… [--duration=DURATION] [--bound-object-kind=Pod|Secret|Node --bound-object-name=NAME [--bound-object-uid=UID]]',
  options: {
    audience: { type: 'string', multiple: true },
    duration: { type: 'string' },
    'bound-object-kind': { type: 'string' },
    'bound-object-name': { type: 'string' },
    'bound-object-uid': { type: 'string' },
  },
  async make(request) {
    const { values } = request
    const duration = values.has('duration') ? parseDuration(values.text('duration')) : 0
    if (duration < 0) throw new UsageError('--duration must be positive')
    if (duration % 1000 !== 0) throw new UsageError('--duration cannot be expressed in units less than seconds')
    const [kind, name, uid] = ['kind', 'name', 'uid'].map((each) => values.text(`bound-object-${each}`))
    if (kind === '' && name !== '')
      throw new UsageError('--bound-object-name can only be set if --bound-object-kind is provided')
    if (kind === '' && uid !== '')
      throw new UsageError('--bound-object-uid can only be set if --bound-object-kind is provided')
    const apiVersion = boundKinds.get(kind ?? '')
    if (kind !== '' && apiVersion === undefined) {
      throw new UsageError(`supported --bound-object-kind values are ${[...boundKinds.keys()].sort().join(', ')}`)
    }
    if (kind !== '' && name === '')
      throw new UsageError('--bound-object-name is required if --bound-object-kind is provided')
    return new TokenRequest({
      metadata: metadataFor(request),
      spec: {
        audiences: [...values.each('audience')],
        ...(duration > 0 && { expirationSeconds: duration / 1000 }),
        ...(kind !== '' && {
          boundObjectRef: {
            kind: kind ?? '',
            apiVersion: apiVersion ?? '',
            name: name ?? '',
            ...(uid !== '' && { uid: uid ?? '' }),
          },
        }),
      },
    })
  },
}
