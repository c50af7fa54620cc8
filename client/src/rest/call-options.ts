import type {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  UpdateOptions,
} from 'apimachinery/meta/v1'
import type { PatchType } from 'apimachinery/patch'
import type { TypedObject } from 'apimachinery/runtime'

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Deadline of this call, in milliseconds. */
  readonly timeoutMilliseconds?: number | undefined
}

/** The fields of an options kind, all optional. */
export type FieldsOf<T extends TypedObject> = { readonly [K in Exclude<keyof T, keyof TypedObject>]?: T[K] }

/** Selectors may be text, or objects of the library that print themselves. */
type SelectorText = string | { toString(): string }

/** Options of `list`, `pages` and their like. */
export type ListCallOptions = CallOptions &
  Omit<
    FieldsOf<ListOptions>,
    'watch' | 'allowWatchBookmarks' | 'sendInitialEvents' | 'labelSelector' | 'fieldSelector'
  > & { readonly labelSelector?: SelectorText | undefined; readonly fieldSelector?: SelectorText | undefined }

/** Options of `watch`. */
export type WatchCallOptions = ListCallOptions &
  Pick<FieldsOf<ListOptions>, 'allowWatchBookmarks' | 'sendInitialEvents'> & {
    /** Go on where the stream broke off. Default true. */
    readonly resume?: boolean | undefined
  }

export type GetCallOptions = CallOptions & FieldsOf<GetOptions>
export type CreateCallOptions = CallOptions & FieldsOf<CreateOptions>
export type UpdateCallOptions = CallOptions & FieldsOf<UpdateOptions>
export type DeleteCallOptions = CallOptions & FieldsOf<DeleteOptions>
export type PatchCallOptions = CallOptions & FieldsOf<PatchOptions>
/** An apply needs the name of its field manager. */
export type ApplyCallOptions = PatchCallOptions & { readonly fieldManager: string }

/** A patch with its type, so that the content type cannot be another one's. */
export interface Patch {
  readonly type: PatchType
  /** A value that is written as JSON, or the text or bytes of the patch. */
  readonly body: object | string | Uint8Array
}

/** Splits what concerns the call from what concerns the server; selectors become text. */
export function splitOptions<T extends CallOptions>({
  signal,
  timeoutMilliseconds,
  ...rest
}: T): { readonly call: CallOptions; readonly fields: Record<string, unknown> } {
  const fields: Record<string, unknown> = rest
  for (const name of ['labelSelector', 'fieldSelector']) {
    if (typeof fields[name] === 'object' && fields[name] !== null) fields[name] = String(fields[name])
  }
  return { call: { signal, timeoutMilliseconds }, fields }
}
