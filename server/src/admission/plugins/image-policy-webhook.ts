import type { ImageReview, ImageReviewSpec } from 'apimachinery/api/imagepolicy/v1alpha1'
import { LRUCache } from 'apimachinery/collections'
import { messageOf } from 'apimachinery/errors'
import { getAnnotations } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import { containersOf } from '../../internal/pod-references.js'
import type { RequestContext } from '../../request/request-context.js'
import type { AdmissionAttributes } from '../attributes.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/** Settings for the image policy backend. */
export interface ImagePolicyOptions {
  /** Sends a review and returns its response; rejects if there is none. */
  readonly review: (spec: ImageReviewSpec) => Promise<NonNullable<ImageReview['status']>>
  readonly clock: PassiveClock
  /** How long answers are remembered. */
  readonly allowSeconds: number
  readonly denySeconds: number
  /** Whether pods are let pass while the backend cannot be reached. */
  readonly defaultAllow: boolean
}

interface CachedReview {
  readonly status: NonNullable<ImageReview['status']>
  readonly until: number
}

const maxRemembered = 1024
const annotationPart = '.image-policy.k8s.io/'

/** Checks the images of a pod with a backend. Source: plugin/pkg/admission/imagepolicy. */
export function imagePolicyWebhook(options: ImagePolicyOptions): AdmissionPlugin {
  const remembered = new LRUCache<string, CachedReview>({ capacity: maxRemembered })
  const statusOf = async (spec: ImageReviewSpec): Promise<NonNullable<ImageReview['status']>> => {
    const key = JSON.stringify(spec)
    const known = remembered.get(key)
    const now = options.clock.now()
    if (known !== undefined && known.until > now) return known.status
    const status = await options.review(spec)
    const seconds = status.allowed === true ? options.allowSeconds : options.denySeconds
    remembered.set(key, { status, until: now + seconds * 1000 })
    return status
  }
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes, context) {
      const spec = reviewSpec(attributes)
      if (spec === undefined) return
      const status = await answered(attributes, context, { spec, statusOf, options })
      if (status === undefined) return
      for (const [key, value] of Object.entries(status.auditAnnotations ?? {})) {
        context.audit?.annotate(`imagepolicywebhook.image-policy.k8s.io/${key}`, value)
      }
      if (status.allowed === true) return
      const reason = status.reason
        ? `image policy webhook backend denied one or more images: ${status.reason}`
        : 'one or more images rejected by webhook backend'
      throw forbidden(attributes, reason)
    },
  }
}

function reviewSpec(attributes: AdmissionAttributes): ImageReviewSpec | undefined {
  const debugging = attributes.subresource === 'ephemeralcontainers'
  const pod = podOf(debugging ? { ...attributes, subresource: '' } : attributes)
  if (pod === undefined) return undefined
  const containers = debugging ? (pod.spec.ephemeralContainers ?? []) : containersOf(pod.spec)
  const annotations = Object.entries(getAnnotations(pod) ?? {}).filter(([key]) => key.includes(annotationPart))
  return {
    containers: containers.map(({ image }) => ({ image })),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    namespace: attributes.namespace,
  }
}

interface Question {
  readonly spec: ImageReviewSpec
  readonly statusOf: (spec: ImageReviewSpec) => Promise<NonNullable<ImageReview['status']>>
  readonly options: ImagePolicyOptions
}

async function answered(
  attributes: AdmissionAttributes,
  context: RequestContext,
  { spec, statusOf, options }: Question,
): Promise<NonNullable<ImageReview['status']> | undefined> {
  try {
    return await statusOf(spec)
  } catch (error) {
    if (!options.defaultAllow) throw forbidden(attributes, messageOf(error))
    context.audit?.annotate('imagepolicywebhook.image-policy.k8s.io/failed-open', 'true')
    return undefined
  }
}
