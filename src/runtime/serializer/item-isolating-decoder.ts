import { GroupVersionKind } from '../../schema/group-version-kind.js'
import type {
  BadItem,
  Decoded,
  DecodeOptions,
  Decoder,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
} from '../interfaces.js'
import type { KindClass, KubernetesObject } from '../objects/typed-object.js'
import {
  isUnstructuredClass,
  isUnstructuredList,
  Unstructured,
  type UnstructuredList,
  unstructuredContent,
} from '../objects/unstructured.js'
import { fromUnstructured } from '../objects/unstructured-converter.js'
import { groupVersionKindOf } from '../scheme/kind-access.js'
import { isStrictDecodingError, StrictDecodingError, type StrictFinding } from '../strict-decoding-error.js'
import { type FaithfulDecoder, faithfulKindsOf } from './faithful-decoder.js'
import { requireClass } from './require-class.js'

/** Input of an {@link ItemIsolatingDecoder}. */
export interface ItemIsolatingDecoderOptions {
  readonly decoder: Decoder
  /** Reads the same formats as `decoder`, every kind as unstructured. */
  readonly unstructured: Decoder
  readonly registry: KindRegistry
  readonly mode: ReadingMode
}

/** Decodes a list although some of its items are invalid, with {@link DecodeOptions.isolateItems}. */
export class ItemIsolatingDecoder implements RecognizingDecoder, FaithfulDecoder {
  readonly faithfulKinds: KindRegistry | undefined
  readonly #options: ItemIsolatingDecoderOptions

  constructor(options: ItemIsolatingDecoderOptions) {
    this.#options = options
    this.faithfulKinds = faithfulKindsOf(options.decoder)
  }

  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    const { decoder } = this.#options
    return (decoder as Partial<RecognizingDecoder>).recognizesData?.(data) ?? { ok: false, unknown: true }
  }

  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    return requireClass(this.#decode(data, options), options.into)
  }

  #decode(data: Uint8Array | string, options: DecodeOptions): Decoded {
    if (options.isolateItems !== true) return this.#options.decoder.decode(data, options)
    try {
      return { ...this.#options.decoder.decode(data, options), badItems: [] }
    } catch (error) {
      const isolated = this.#isolate(data, options, error)
      if (isolated === undefined) throw error
      return isolated
    }
  }

  /** The list without its bad items; `undefined` when the problem lies elsewhere. */
  #isolate(data: Uint8Array | string, options: DecodeOptions, error: unknown): Decoded | undefined {
    const list = this.#readUnstructured(data)
    if (list === undefined) return undefined
    const gvk = completed(groupVersionKindOf(list), options)
    const type = this.#options.registry.classFor(gvk)
    if (type?.itemClass === undefined || isUnstructuredClass(type)) return undefined
    const findings = itemFindings(error)
    if (findings === undefined) return undefined
    const { good, badItems } = this.#sort(list.items, type.itemClass, findings)
    if (badItems.length === 0) return undefined
    const envelope = new Unstructured(unstructuredContent(list))
    envelope.items = []
    const object = fromUnstructured(envelope, type, { mode: this.#options.mode }) as KubernetesObject & {
      items: unknown
    }
    object.items = good
    return { object, gvk, badItems }
  }

  #readUnstructured(data: Uint8Array | string): UnstructuredList | undefined {
    try {
      const { object } = this.#options.unstructured.decode(data)
      return isUnstructuredList(object) ? object : undefined
    } catch {
      // The input cannot be read at all: the first error describes it best.
      return undefined
    }
  }

  #sort(
    items: readonly Unstructured[],
    type: KindClass,
    findings: ReadonlyMap<number, readonly StrictFinding[]>,
  ): { readonly good: KubernetesObject[]; readonly badItems: BadItem[] } {
    const good: KubernetesObject[] = []
    const badItems: BadItem[] = []
    for (const [index, item] of items.entries()) {
      try {
        // The unstructured item has no duplicate keys: only the first reading found them.
        const known = findings.get(index)
        if (known !== undefined) throw new StrictDecodingError(known)
        good.push(fromUnstructured(item, type, { mode: this.#options.mode }))
      } catch (error) {
        badItems.push({ index, error, item })
      }
    }
    return { good, badItems }
  }
}

/** Strict findings by item; `undefined` when one is not about an item. No findings for any other error. */
function itemFindings(error: unknown): ReadonlyMap<number, readonly StrictFinding[]> | undefined {
  const findings = new Map<number, StrictFinding[]>()
  for (const finding of isStrictDecodingError(error) ? error.findings : []) {
    const index = Number(/^items\[([0-9]+)\]/.exec(finding.path ?? '')?.[1])
    if (Number.isNaN(index)) return undefined
    findings.set(index, [...(findings.get(index) ?? []), finding])
  }
  return findings
}

function completed(gvk: GroupVersionKind, { defaults, into }: DecodeOptions): GroupVersionKind {
  const fallback = defaults ?? into?.groupVersionKind
  if (fallback === undefined) return gvk
  const kind = gvk.kind === '' ? fallback.kind : gvk.kind
  const groupVersion = gvk.version === '' && gvk.group === '' ? fallback : gvk
  return new GroupVersionKind(groupVersion.group, groupVersion.version, kind)
}
