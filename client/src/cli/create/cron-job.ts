import { CronJob } from 'apimachinery/api/batch/v1'
import { UsageError } from '../usage-error.js'
import { type Creator, metadataFor } from './creator.js'

/** `create cronjob`. */
export const cronJob: Creator = {
  usage: 'cronjob NAME --image=IMAGE --schedule=SCHEDULE [--restart=OnFailure|Never] [-- COMMAND ARG…]',
  options: { image: { type: 'string' }, schedule: { type: 'string' }, restart: { type: 'string' } },
  required: ['image', 'schedule'],
  async make(request) {
    const { name, values, command } = request
    const restartPolicy = values.text('restart') || 'OnFailure'
    if (values.text('image') === '') throw new UsageError('--image must be specified')
    if (values.text('schedule') === '') throw new UsageError('--schedule must be specified')
    const container = { name, image: values.text('image'), ...(command.length > 0 && { command: [...command] }) }
    return new CronJob({
      metadata: metadataFor(request),
      spec: {
        schedule: values.text('schedule'),
        jobTemplate: { metadata: { name }, spec: { template: { spec: { containers: [container], restartPolicy } } } },
      },
    })
  },
}
