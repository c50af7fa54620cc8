import type { FrameScanner } from '../framing/frame-reader.js'

/** A part of a list, as in a stream. */
export type ListPiece =
  /** Items one after another; where each begins and ends in the piece. */
  | { readonly kind: 'items'; readonly bounds: readonly ItemBounds[] }
  /** Anything else that belongs to the list. */
  | { readonly kind: 'member'; readonly name: string }

/** Position of an item. */
export interface ItemBounds {
  readonly start: number
  readonly end: number
}

/** A complete piece, and its position among the available bytes. */
export interface FoundPiece extends ItemBounds {
  readonly piece: ListPiece
}

/** Cuts a list into pieces of limited size. */
export interface ListScanner extends FrameScanner {
  /** The kind of the content that was returned last. */
  readonly piece: ListPiece
  /** Whether the list is complete. */
  readonly ended: boolean
  /** Whether there was a field for items, empty or not, if the format shows it. */
  readonly sawItems: boolean
}

/** Items are returned together up to this size, in bytes: decoding many at once costs less. */
export const batchBytes = 65_536

/** The piece of consecutive items; at least one. */
export function itemsPiece(items: readonly ItemBounds[]): FoundPiece {
  const { start } = items[0]!
  const { end } = items.at(-1)!
  const bounds = items.map((item) => ({ start: item.start - start, end: item.end - start }))
  return { start, end, piece: { kind: 'items', bounds } }
}
