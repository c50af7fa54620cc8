import type { KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { type AdmissionAttributes, newAdmissionAttributes, type Operation } from '../../src/admission/attributes.js'
import { AdmissionChain } from '../../src/admission/chain.js'
import type { AdmissionPlugin } from '../../src/admission/plugin.js'
import type { RequestUser } from '../../src/request/context.js'

/** A request in short form. */
export interface Asked {
  readonly operation?: Operation
  /** `pods`, `pods/status`, `leases.coordination.k8s.io`. */
  readonly resource: string
  readonly object?: KubernetesObject | undefined
  readonly old?: KubernetesObject | undefined
  /** Default: that of the object. */
  readonly name?: string
  readonly namespace?: string
  readonly user?: Partial<RequestUser>
}

/** The attributes of a request. */
export function attributesOf({
  operation = 'CREATE',
  resource,
  object,
  old,
  user,
  ...rest
}: Asked): AdmissionAttributes {
  const [path = '', ...group] = resource.split('.')
  const [plural = '', subresource = ''] = path.split('/')
  const named = (object ?? old) as { metadata?: { name?: string; namespace?: string }; kind?: string } | undefined
  const { name = named?.metadata?.name ?? '', namespace = named?.metadata?.namespace ?? '' } = rest
  return newAdmissionAttributes({
    operation,
    kind: new GroupVersionKind(group.join('.'), 'v1', (object ?? old)?.kind ?? ''),
    resource: new GroupVersionResource(group.join('.'), 'v1', plural),
    subresource,
    namespace,
    name,
    object,
    oldObject: old,
    dryRun: false,
    user: { name: 'somebody', uid: '', groups: [], extra: {}, ...user },
    objects: {} as never,
  })
}

/**
 * What a plugin answers in a chain, which asks it about its resources and operations only, first as one that changes, then as one that
 * judges: `''` where it lets pass.
 */
export async function answerOf(plugin: AdmissionPlugin, attributes: AdmissionAttributes): Promise<string> {
  const chain = new AdmissionChain([plugin])
  try {
    await chain.admit(attributes, {} as never)
    await chain.validate(attributes, {} as never)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
