import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import { UsageError } from '../usage-error.js'
import type { Creator } from './creator.js'

/** `create priorityclass`. */
export const priorityClass: Creator = {
  usage: 'priorityclass NAME --value=N [--global-default] [--preemption-policy=POLICY] [--description=TEXT]',
  options: {
    value: { type: 'string' },
    'global-default': { type: 'boolean' },
    'preemption-policy': { type: 'string' },
    description: { type: 'string' },
  },
  async make({ name, values }) {
    const preemptionPolicy = values.text('preemption-policy') || 'PreemptLowerPriority'
    const value = values.integer('value') ?? 0
    if (!Number.isInteger(value) || Math.abs(value) > 2 ** 31 - 1) throw new UsageError(`invalid value ${value}`)
    return new PriorityClass({
      metadata: { name },
      value,
      preemptionPolicy,
      ...(values.flag('global-default') && { globalDefault: true }),
      ...(values.text('description') !== '' && { description: values.text('description') }),
    })
  },
}
