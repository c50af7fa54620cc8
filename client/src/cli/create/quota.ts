import { ResourceQuota } from 'apimachinery/api/core/v1'
import { Quantity } from 'apimachinery/resource'
import { UsageError } from '../usage-error.js'
import { type Creator, keyAndValue, metadataFor } from './creator.js'

/** `create quota`. */
export const quota: Creator = {
  usage: 'quota NAME [--hard=RESOURCE=AMOUNT,…] [--scopes=SCOPE,…]',
  options: { hard: { type: 'string' }, scopes: { type: 'string' } },
  async make(request) {
    const { values } = request
    const scopes = values
      .text('scopes')
      .split(',')
      .filter((scope) => scope !== '')
    const hard = Object.fromEntries(
      values
        .text('hard')
        .split(',')
        .filter((each) => each !== '')
        .map((text) => {
          const [name, amount] = keyAndValue(text)
          if (amount === undefined || amount.includes('=')) {
            throw new UsageError(`Invalid argument syntax ${text}, expected <resource>=<value>`)
          }
          return [name, Quantity.parse(amount).toString()]
        }),
    )
    return new ResourceQuota({
      metadata: metadataFor(request),
      spec: { ...(Object.keys(hard).length > 0 && { hard }), ...(scopes.length > 0 && { scopes }) },
    })
  },
}
