import { stringifyJSON } from 'apimachinery/json'
import type { RESTMapping } from 'apimachinery/meta'
import { Unstructured } from 'apimachinery/runtime'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { jsonTextToKYAML } from './kyaml.js'
import { ObjectSequence } from './object-sequence.js'
import type { ObjectPrinterOptions } from './object-text.js'

/** Writes objects one after another, as they come. */
export class WatchPrinter {
  readonly #output: string
  readonly #events: boolean
  readonly #sequence: ObjectSequence

  /** With `events` what is written are events, of which objects are a part. */
  constructor(output: string, { events, ...options }: ObjectPrinterOptions & { readonly events: boolean }) {
    this.#output = output.split('=', 1)[0] ?? ''
    this.#events = events
    this.#sequence = new ObjectSequence(output, options)
  }

  /** The text of an event. */
  print(type: string, object: Unstructured, mapping: RESTMapping): string {
    const { name, namespace = '' } = nameAndNamespace(object)
    const shown = this.#events && this.#output !== 'name' ? new Unstructured({ type, object }) : object
    if (this.#events && (this.#output === 'json' || this.#output === 'kyaml')) {
      const event = `{"type":${JSON.stringify(type)},"object":${stringifyJSON(object)}}`
      return this.#output === 'json' ? `${event}\n` : jsonTextToKYAML(event)
    }
    return this.#sequence.next({ mapping, name, namespace, source: '', object: shown }) ?? ''
  }
}
