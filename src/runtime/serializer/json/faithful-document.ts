import { readFaithfully } from '../../../descriptor/read-faithfully.js'
import type { TypeDescriptor } from '../../../descriptor/types.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { messageOf } from '../../../errors/message-of.js'
import { tryDecodeUtf8 } from '../../../internal/utf8.js'
import type { JSONValue } from '../../../json/json-value.js'
import { parseMarked } from '../../../json/parse-marked.js'
import type { GroupVersionKind } from '../../../schema/group-version-kind.js'
import type { BadItem } from '../../interfaces.js'
import type { KindClass } from '../../objects/typed-object.js'
import { Unstructured, type UnstructuredForm, unstructuredFromContent } from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import type { OpenedDocument } from './decode-object.js'

/** A document read in faithful mode, with `JSON.parse` and one check of each value. */
export class FaithfulDocument implements OpenedDocument {
  readonly data: Uint8Array | string
  readonly text: string
  /** Omitted items; undefined if an invalid item makes the whole list invalid. */
  readonly badItems: BadItem[] | undefined
  readonly #value: JSONValue

  /** @throws {@link MachineryError} `InvalidJSON` with the message of the JavaScript engine, `InvalidUTF8`. */
  constructor(data: Uint8Array | string, isolateItems: boolean) {
    this.data = data
    this.text = typeof data === 'string' ? data : decodedText(data)
    this.badItems = isolateItems ? [] : undefined
    this.#value = parse(this.text)
  }

  /** The empty kind for JSON that is not an object. */
  kind(): GroupVersionKind {
    return groupVersionKindOf(Object(this.#value))
  }

  typed(type: KindClass): JSONValue {
    const { descriptor, itemClass } = type
    if (this.badItems === undefined || itemClass === undefined) return this.#read(descriptor)
    const list = this.#read(untyped) as { items?: JSONValue } | null
    if (list !== null && Array.isArray(list.items)) list.items = this.#goodItems(list.items, itemClass)
    return readFaithfully(descriptor, list)
  }

  unstructured(form: UnstructuredForm): Unstructured {
    return unstructuredFromContent(Object(this.#read(untyped)), form)
  }

  #read(type: TypeDescriptor): JSONValue {
    return readFaithfully(type, this.#value, () => parseMarked(this.text))
  }

  #goodItems(items: readonly JSONValue[], { descriptor }: KindClass): JSONValue[] {
    return items.filter((item, index) => {
      try {
        readFaithfully(descriptor, item)
        return true
      } catch (error) {
        this.badItems?.push({ index, error, item: new Unstructured(Object(item)) })
        return false
      }
    })
  }
}

const untyped = { kind: 'any' } as const

function decodedText(bytes: Uint8Array): string {
  const text = tryDecodeUtf8(bytes)
  if (text === undefined) throw new MachineryError('InvalidUTF8', 'invalid UTF-8')
  return text
}

function parse(text: string): JSONValue {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MachineryError('InvalidJSON', messageOf(cause), { cause })
  }
}
