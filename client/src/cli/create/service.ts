import { Service } from 'apimachinery/api/core/v1'
import { isValidPortName, isValidPortNum } from 'apimachinery/validation'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type Creator, metadataFor } from './creator.js'

const tcp = { tcp: { type: 'string', multiple: true } } as const

/** `create service clusterip`. */
export const clusterIPService: Creator = {
  usage: 'service clusterip NAME [--tcp=PORT[:TARGET]]… [--clusterip=ADDRESS|None]',
  options: { ...tcp, clusterip: { type: 'string' } },
  async make(request) {
    const clusterIP = request.values.text('clusterip')
    if (clusterIP !== 'None') requirePorts(request)
    return serviceOf(request, { type: 'ClusterIP', ...(clusterIP !== '' && { clusterIP }) })
  },
}

/** `create service nodeport`. */
export const nodePortService: Creator = {
  usage: 'service nodeport NAME --tcp=PORT[:TARGET]… [--node-port=PORT]',
  options: { ...tcp, 'node-port': { type: 'string' } },
  async make(request) {
    requirePorts(request)
    return serviceOf(request, { type: 'NodePort' }, request.values.integer('node-port'))
  },
}

/** `create service loadbalancer`. */
export const loadBalancerService: Creator = {
  usage: 'service loadbalancer NAME --tcp=PORT[:TARGET]…',
  options: tcp,
  async make(request) {
    requirePorts(request)
    return serviceOf(request, { type: 'LoadBalancer' })
  },
}

/** `create service externalname`. */
export const externalNameService: Creator = {
  usage: 'service externalname NAME --external-name=HOST [--tcp=PORT[:TARGET]]…',
  options: { ...tcp, 'external-name': { type: 'string' } },
  required: ['external-name'],
  make: async (request) =>
    serviceOf(request, { type: 'ExternalName', externalName: request.values.text('external-name') }),
}

function requirePorts({ values }: CreateRequest): void {
  if (!values.has('tcp')) throw new UsageError('at least one tcp port specifier must be provided')
}

function serviceOf(request: CreateRequest, kind: object, nodePort?: number): Service {
  const labels = { app: request.name }
  const ports = request.values
    .list('tcp')
    .map((text) => ({ ...portOf(text), ...(nodePort !== undefined && nodePort !== 0 && { nodePort }) }))
  return new Service({
    metadata: metadataFor(request, labels),
    spec: { ...kind, selector: labels, ...(ports.length > 0 && { ports }) },
  })
}

/** `80:8080`, `80:http`, or `80` for both. @throws UsageError */
function portOf(text: string): { name: string; port: number; protocol: string; targetPort: number | string } {
  const [port = '', target = port] = splitOnce(text)
  if (!isPort(port)) {
    const why = /^\d+$/.test(port) ? 'value out of range' : 'invalid syntax'
    throw new UsageError(`strconv.ParseUint: parsing ${JSON.stringify(port)}: ${why}`)
  }
  const isNumber = /^\d+$/.test(target)
  const [wrong] = isNumber ? isValidPortNum(Number(target)) : isValidPortName(target)
  if (wrong !== undefined) throw new UsageError(wrong)
  const name = text.includes(':') ? `${port}-${target}` : port
  return { name, port: Number(port), protocol: 'TCP', targetPort: isNumber ? Number(target) : target }
}

function splitOnce(text: string): string[] {
  const at = text.indexOf(':')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
}
