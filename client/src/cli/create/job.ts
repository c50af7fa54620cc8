import { CronJob, Job } from 'apimachinery/api/batch/v1'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type Creator, metadataFor } from './creator.js'

/** `create job`. */
export const job: Creator = {
  usage: 'job NAME (--image=IMAGE [-- COMMAND ARG…] | --from=cronjob/NAME)',
  options: { image: { type: 'string' }, from: { type: 'string' } },
  async make(request) {
    const { name, values, command } = request
    const [image, from] = [values.text('image'), values.text('from')]
    if ((image === '') === (from === '')) throw new UsageError('either --image or --from must be specified')
    if (from !== '') return jobOf(request, from)
    const container = { name, image, ...(command.length > 0 && { command: [...command] }) }
    const spec = { template: { spec: { containers: [container], restartPolicy: 'Never' } } }
    return new Job({ metadata: metadataFor(request), spec })
  },
}

/** A run of a cron job, made by hand. */
async function jobOf(request: CreateRequest, from: string): Promise<Job> {
  if (request.command.length > 0) throw new UsageError('cannot specify --from and command')
  const [type = '', name, ...more] = from.split('/')
  if (name === undefined || name === '' || more.length > 0 || !/^(cj|cronjobs?(\.(v1\.)?batch)?)$/.test(type)) {
    throw new UsageError(`from must be an existing cronjob: ${from}`)
  }
  const { client, namespace } = await request.session()
  const cronJob = await client.resource(CronJob).namespace(namespace).get(name)
  const { spec, metadata: template } = cronJob.spec.jobTemplate
  // The job must not block the deletion of its owner here.
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name, uid: cronJob.metadata?.uid ?? '', controller: true }
  return new Job({
    metadata: {
      ...metadataFor(request),
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...template?.annotations },
      ...(template?.labels !== undefined && { labels: template.labels }),
      ownerReferences: [owner],
    },
    spec: spec ?? { template: {} },
  })
}
