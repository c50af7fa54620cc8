import type { TableOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { cborWatch, jsonWatch, protobufWatch, type WatchFormat } from 'apimachinery/watch'
import type { Encodable } from '../registry/encodable.js'
import { interpretStorageError } from '../registry/interpret-storage-error.js'
import type { StorageEvent } from '../storage/storage.js'
import type { OutputFormat } from './output-format.js'
import type { ResourceScope } from './resource-scope.js'
import { asTable, partialMetadata } from './transform.js'
import { statusObject, statusOfError } from './write-error.js'
import { encodingOf, partialEncodingOf, versionIdentifier } from './write-object.js'

/** How the events of one watch are written. */
export interface WatchShape {
  readonly scope: ResourceScope
  readonly format: OutputFormat
  readonly frames: WatchFormat
  readonly tableOptions: TableOptions | undefined
}

/** Event formats by media type of their objects; others cannot be watched. */
export const watchFormats: Readonly<Record<string, WatchFormat>> = {
  'application/json': jsonWatch,
  'application/vnd.kubernetes.protobuf': protobufWatch,
  'application/cbor': cborWatch,
}

const newline = 0x0a
const jsonEnd = /* @__PURE__ */ Buffer.from('}\n')

const initialEventsEnd = { 'k8s.io/initial-events-end': 'true' }

/** Writes the events of one watch. Frames of objects are made once for all watches of the same shape. */
export class WatchFrameWriter {
  readonly #shape: WatchShape
  readonly #identifiers: Readonly<Record<'ADDED' | 'MODIFIED' | 'DELETED', string>>
  readonly #framer: ReturnType<WatchFormat['framer']>
  #headersSent = false

  constructor(shape: WatchShape) {
    this.#shape = shape
    const { scope, format } = shape
    this.#framer = shape.frames.framer()
    const base =
      format.convert === undefined ? versionIdentifier(scope, format) : `${format.convert} ${format.identifier}`
    this.#identifiers = {
      ADDED: `watch ADDED ${base}`,
      MODIFIED: `watch MODIFIED ${base}`,
      DELETED: `watch DELETED ${base}`,
    }
  }

  /** The bytes of an event in the stream. They must not be changed. */
  frame(event: StorageEvent): Uint8Array {
    if (event.type === 'ERROR') return this.#framed('ERROR', this.#status(event.error))
    if (event.type === 'BOOKMARK') return this.#framed('BOOKMARK', this.#shown(this.#bookmark(event)))
    const { type, stored } = event
    // Tables show ages, and only the first has headers.
    if (this.#shape.tableOptions !== undefined) return this.#framed(type, this.#shown(stored.object))
    return stored.encoding(this.#identifiers[type], () => this.#frameOf(type, stored))
  }

  /** JSON frames hold the bytes that a GET answers with, which may be there already. */
  #frameOf(type: string, stored: Encodable): Uint8Array {
    const { scope, format, frames } = this.#shape
    const bytes =
      format.convert === undefined
        ? encodingOf(scope, format, stored)
        : partialEncodingOf(format, format.convert, stored)
    if (frames.isJSON !== true || bytes.at(-1) !== newline) {
      return this.#framer.frame(frames.writeFrame({ type, object: bytes }))
    }
    return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), bytes.subarray(0, -1), jsonEnd])
  }

  #framed(type: string, object: KubernetesObject): Uint8Array {
    const { format, frames } = this.#shape
    return this.#framer.frame(frames.writeFrame({ type, object: format.encode(object) }))
  }

  #status(error: unknown): KubernetesObject {
    const place = { resource: this.#shape.scope.resource, name: '' }
    return statusObject(statusOfError(interpretStorageError(error, 'watch', place)))
  }

  #bookmark({ revision, initialEventsEnd: end }: Extract<StorageEvent, { type: 'BOOKMARK' }>): KubernetesObject {
    const metadata = { resourceVersion: String(revision), ...(end && { annotations: initialEventsEnd }) }
    return new this.#shape.scope.hubType({ metadata } as never)
  }

  #shown(object: KubernetesObject): KubernetesObject {
    const { scope, format, tableOptions } = this.#shape
    const { convert } = format
    if (convert === undefined) return scope.conversion.toVersion(object)
    if (tableOptions === undefined) return partialMetadata(object, convert)
    const noHeaders = this.#headersSent || (tableOptions as { noHeaders?: boolean }).noHeaders === true
    this.#headersSent = true
    return asTable(scope, { object, options: tableOptions, target: convert, noHeaders })
  }
}
