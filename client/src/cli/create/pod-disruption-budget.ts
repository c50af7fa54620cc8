import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { parseToLabelSelector } from 'apimachinery/meta/v1'
import { UsageError } from '../usage-error.js'
import { type Creator, metadataFor } from './creator.js'

/** `create poddisruptionbudget`. */
export const podDisruptionBudget: Creator = {
  usage: 'poddisruptionbudget NAME --selector=LABELS (--min-available=N | --max-unavailable=N)',
  options: { selector: { type: 'string' }, 'min-available': { type: 'string' }, 'max-unavailable': { type: 'string' } },
  required: ['selector'],
  async make(request) {
    const { values } = request
    const [least, most] = [values.text('min-available'), values.text('max-unavailable')]
    if (least === '' && most === '') throw new UsageError('one of min-available or max-unavailable must be specified')
    if (least !== '' && most !== '') {
      throw new UsageError('min-available and max-unavailable cannot be both specified')
    }
    return new PodDisruptionBudget({
      metadata: metadataFor(request),
      spec: {
        selector: parseToLabelSelector(values.text('selector')),
        ...(least !== ''
          ? { minAvailable: amount('min-available', least) }
          : { maxUnavailable: amount('max-unavailable', most) }),
      },
    })
  },
}

/** A number, or a share such as `50%`. @throws UsageError */
function amount(option: string, text: string): number | string {
  if (/^\d+$/.test(text)) return Number(text)
  if (/^\d+%$/.test(text)) return text
  throw new UsageError(`invalid format specified for ${option}`)
}
