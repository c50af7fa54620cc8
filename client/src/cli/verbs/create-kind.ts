import { ServiceAccount } from 'apimachinery/api/core/v1'
import { MachineryError } from 'apimachinery/errors'
import type { RESTMapping } from 'apimachinery/meta'
import { groupVersionKindOf, type KindClass, type KubernetesObject, type Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { withLastApplied } from '../../resources/last-applied.js'
import { objectName } from '../../resources/object-info.js'
import { objectPrinter } from '../../resources/object-text.js'
import { requestOptions } from '../../resources/write-options.js'
import { nameAndNamespace } from '../../rest/name-and-namespace.js'
import { ResourceClient } from '../../rest/resource-client.js'
import { classOf, kindOfResource } from '../../rest/resource-kind.js'
import type { CommandIO } from '../command-io.js'
import { canonicalAs, canonicalObject } from '../create/canonical-object.js'
import { CreateValues, type Creator } from '../create/creator.js'
import { connect, globalOptions, type Session } from '../global-options.js'
import { changeOptions, dryRunOf, outcomeText, validationOf } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'

/**
 * The beginning of kubectl's message if one of these cannot be created; for the others it shows the server's message.
 */
const failures: Readonly<Record<string, string>> = {
  clusterrolebinding: 'clusterrolebinding:',
  configmap: 'configmap:',
  cronjob: 'cronjob:',
  deployment: 'deployment:',
  ingress: 'ingress:',
  job: 'job:',
  poddisruptionbudget: 'poddisruptionbudgets:',
  priorityclass: 'priorityclass:',
  quota: 'quota:',
  rolebinding: 'rolebinding:',
  'secret docker-registry': 'secret',
  'secret generic': 'secret',
  'secret tls': 'secret',
  'service clusterip': 'ClusterIP service:',
  'service externalname': 'ExternalName service:',
  'service loadbalancer': 'LoadBalancer service:',
  'service nodeport': 'NodePort service:',
  serviceaccount: 'serviceaccount:',
  token: 'token:',
}

const options = { ...globalOptions, ...changeOptions, 'save-config': { type: 'boolean' } } as const

/** Makes one object out of options, and creates it. */
export async function createKind(
  { name: kind, creator }: { readonly name: string; readonly creator: Creator },
  args: readonly string[],
  io: CommandIO,
): Promise<number> {
  const end = args.indexOf('--')
  const [own, command] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const parsed = parseArguments({
    args: [...own],
    allowPositionals: true,
    options: { ...options, ...creator.options },
  })
  const { values, positionals } = parsed
  const given = new CreateValues(values)
  const missing = (creator.required ?? []).filter((option) => !given.has(option))
  if (missing.length > 0) {
    throw new UsageError(`required flag(s) ${missing.map((option) => JSON.stringify(option)).join(', ')} not set`)
  }
  const [name] = positionals
  if (name === undefined || positionals.length > 1) {
    const help = `See 'apimachinery-client create ${kind} -h' for help and examples`
    throw new UsageError(`exactly one NAME is required, got ${positionals.length}\n${help}`)
  }
  const dryRun = dryRunOf(values['dry-run'])
  const printer = objectPrinter(values.output ?? '', { keys: 'kept' })
  let connected: Promise<Session> | undefined
  const session = (): Promise<Session> => (connected ??= connect(values, io))
  try {
    const request = { name, namespace: values.namespace, values: given, command, io, session }
    const made = await creator.make(request)
    if (kind === 'token') {
      io.write(await tokenText(made, { session: await session(), name, output: values.output }))
      return 0
    }
    const object = values['save-config'] === true ? withLastApplied(canonicalObject(made)) : canonicalObject(made)
    const type = classOf(made)
    if (dryRun !== 'client') {
      const write = requestOptions({
        dryRun,
        fieldManager: values['field-manager'] ?? 'kubectl-create',
        fieldValidation: validationOf(values.validate),
        signal: io.signal,
      })
      const created = await resourceFor(type, await session())
        .create(object, write)
        .catch((error: unknown) => {
          throw failure(kind, error)
        })
      io.write(textOf(canonicalAs(type, created)))
      return 0
    }
    io.write(textOf(object))
    return 0
  } finally {
    await connected?.then(
      ({ client }) => client.close(),
      () => undefined,
    )
  }

  function textOf(object: Unstructured): string {
    const info = { mapping: mappingOf(object), namespace: '', name: nameAndNamespace(object).name, object, source: '' }
    return printer?.([info], { isList: false }) ?? `${objectName(info)} ${outcomeText('created', dryRun)}\n`
  }
}

/** The resource of a class of this package, so that no discovery is needed. */
function resourceFor(type: KindClass, { client, namespace }: Session): ResourceClient<Unstructured> {
  const { groupVersionKind, resource } = type
  const { group, version } = groupVersionKind
  const isNamespaced = resource?.scope === 'Namespaced'
  const found = new GroupVersionResource(group, version, resource?.plural ?? '')
  const kind = kindOfResource(found, client.rest.options, isNamespaced)
  return new ResourceClient(client.rest, kind, isNamespaced ? namespace : undefined)
}

/** Of a mapping only the kind is looked at when an object is printed. */
function mappingOf(object: Unstructured): RESTMapping {
  return { groupVersionKind: groupVersionKindOf(object) } as RESTMapping
}

/** For some kinds, kubectl's message names what could not be created. */
function failure(kind: string, error: unknown): unknown {
  const word = failures[kind]
  if (word === undefined || !(error instanceof Error)) return error
  return new MachineryError('CreateFailed', `failed to create ${word} ${error.message}`, { cause: error })
}

/** A token for a service account, or the response in the format of `-o`. */
async function tokenText(
  request: KubernetesObject,
  { session, name, output }: { readonly session: Session; readonly name: string; readonly output: string | undefined },
): Promise<string> {
  const { client, namespace } = session
  const type = request.constructor as KindClass<KubernetesObject & { status?: { token?: string } }>
  const tokens = client.resource(ServiceAccount).namespace(namespace).subresource('token', type)
  const answer = await tokens.create(name, request).catch((error: unknown) => {
    throw failure('token', error)
  })
  const object = canonicalObject(answer)
  const info = { mapping: mappingOf(object), namespace, name, object, source: '' }
  return objectPrinter(output ?? '', { keys: 'kept' })?.([info], { isList: false }) ?? `${answer.status?.token ?? ''}\n`
}
