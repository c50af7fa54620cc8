import { fromObject, newGenericServerResponse, type Status, toAPIStatus } from 'apimachinery/errors'
import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { KindCodec } from './kind-codec.js'
import { metadataOfWhole } from './metadata-of-whole.js'
import { type FailedRequest, RequestStatusError } from './request-status-error.js'
import type { RequestTarget } from './request-target.js'

/** Input of a {@link Result}. */
export interface ResultParts {
  readonly body: Uint8Array
  readonly contentType: string
  readonly codec: KindCodec
  readonly request: FailedRequest
  readonly target: RequestTarget
  /** Is given each object that is read from the answer. */
  readonly onObject?: ObjectObserver | undefined
}

/** Called with the objects of responses. */
export type ObjectObserver = (object: KubernetesObject, request: FailedRequest, target: RequestTarget) => void

/** The answer to a request that the server did not refuse. */
export class Result {
  readonly #parts: ResultParts

  constructor(parts: ResultParts) {
    this.#parts = parts
  }

  get httpStatus(): number {
    return this.#parts.request.httpStatus
  }

  get headers(): FailedRequest['headers'] {
    return this.#parts.request.headers
  }

  get contentType(): string {
    return this.#parts.contentType
  }

  /** The bytes of the body. */
  raw(): Uint8Array {
    return this.#parts.body
  }

  /** The body as text. */
  text(): string {
    return new TextDecoder().decode(this.#parts.body)
  }

  /**
   * The object in the body. @throws RequestStatusError for a Status that reports a failure, and for a body that is not an
   * object.
   */
  object(): KubernetesObject {
    return this.#decode(undefined)
  }

  /** The object in the body, of the given class if the body does not declare its kind. @throws as {@link object} */
  into<T extends KubernetesObject>(type: KindClass<T>): T {
    return this.#decode(type) as T
  }

  #decode(type: KindClass | undefined): KubernetesObject {
    const { body, contentType, codec, request, target, onObject } = this.#parts
    const info = codec.forContentType(contentType === '' ? 'application/json' : contentType)
    if (info === undefined) throw this.#noObject()
    const decoded = info.serializer.decode(body, type === undefined ? {} : { into: type }).object
    const object = type === PartialObjectMetadata ? metadataOfWhole(decoded) : decoded
    const status: Status = object
    if (status.kind === 'Status' && status.apiVersion === 'v1' && status.status === 'Failure') {
      const error = fromObject(status)
      throw 'status' in error ? new RequestStatusError(error.status, request) : error
    }
    onObject?.(object, request, target)
    return object
  }

  /** The response of a proxy or a login page: 200, but not an object. */
  #noObject(): RequestStatusError {
    const { request, target, contentType } = this.#parts
    const text = contentType.startsWith('text/') ? this.text().slice(0, 200).trim() : ''
    const serverMessage = `${contentType} instead of an object${text === '' ? '' : `: ${text}`}`
    const { group, resource, name } = target
    const code = 500
    const error = newGenericServerResponse(code, {
      verb: request.method,
      resource: { group, resource },
      name,
      serverMessage,
      isUnexpectedResponse: true,
    })
    return new RequestStatusError(toAPIStatus(error), request)
  }
}
