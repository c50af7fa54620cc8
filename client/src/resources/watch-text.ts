import { stringifyJSON } from 'apimachinery/json'
import type { RESTMapping } from 'apimachinery/meta'
import { Unstructured } from 'apimachinery/runtime'
import { metadataOf } from '../rest/metadata-of.js'
import { jsonTextToKYAML } from './kyaml.js'
import { type ObjectPrinter, type ObjectPrinterOptions, objectPrinter } from './object-text.js'

/** Writes objects one after another, as they come. */
export class WatchPrinter {
  readonly #output: string
  readonly #options: ObjectPrinterOptions
  readonly #events: boolean
  readonly #print: ObjectPrinter
  #count = 0

  /** With `events` what is written are events, of which objects are a part. */
  constructor(output: string, { events, ...options }: ObjectPrinterOptions & { readonly events: boolean }) {
    this.#output = output.split('=', 1)[0] ?? ''
    this.#options = options
    this.#events = events
    this.#print = objectPrinter(output, options) as ObjectPrinter
  }

  /** The text of an event. */
  print(type: string, object: Unstructured, mapping: RESTMapping): string {
    const first = this.#count++ === 0
    const { name, namespace = '' } = metadataOf(object)
    const shown = this.#events && this.#output !== 'name' ? new Unstructured({ type, object } as never) : object
    if (this.#events && (this.#output === 'json' || this.#output === 'kyaml')) {
      const event = `{"type":${JSON.stringify(type)},"object":${stringifyJSON(object as never)}}`
      return this.#output === 'json' ? `${event}\n` : jsonTextToKYAML(event)
    }
    const info = { mapping, name, namespace, source: '', object: shown }
    const noHeaders = !first || this.#options.noHeaders === true
    const text = this.#print([info], { isList: false, noHeaders })
    return this.#output === 'yaml' && !first ? `---\n${text}` : text
  }
}
