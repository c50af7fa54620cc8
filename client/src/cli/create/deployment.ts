import { Deployment } from 'apimachinery/api/apps/v1'
import { UsageError } from '../usage-error.js'
import { type Creator, metadataFor } from './creator.js'

/** `create deployment`. */
export const deployment: Creator = {
  usage: 'deployment NAME --image=IMAGE… [--replicas=N] [--port=PORT] [-- COMMAND ARG…]',
  options: {
    image: { type: 'string', multiple: true },
    replicas: { type: 'string', short: 'r' },
    port: { type: 'string' },
  },
  required: ['image'],
  async make(request) {
    const { name, values, command } = request
    const images = values.list('image')
    if (images.length > 1 && command.length > 0)
      throw new UsageError('cannot specify multiple --image options and command')
    const replicas = values.integer('replicas') ?? 1
    const port = values.integer('port') ?? -1
    const labels = { app: name }
    const containers = images.map((image, index) => ({
      name: containerName(image),
      image,
      ...(command.length > 0 && { command: [...command] }),
      // The port is that of the first container.
      ...(index === 0 && port >= 0 && { ports: [{ containerPort: port }] }),
    }))
    return new Deployment({
      metadata: metadataFor(request, labels),
      spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
    })
  },
}

/** The last part of an image's name, without tag and digest. */
function containerName(image: string): string {
  const [path = ''] = image.slice(image.lastIndexOf('/') + 1).split(/[:@]/, 1)
  return path
}
