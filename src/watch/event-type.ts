/** The type of an event of a watch. */
export const EventType = {
  Added: 'ADDED',
  Modified: 'MODIFIED',
  Deleted: 'DELETED',
  /** The object holds a `resourceVersion` only, from which the watch can go on. */
  Bookmark: 'BOOKMARK',
  /** The object is a `Status`, as a rule, and no object of the kind that is watched. */
  Error: 'ERROR',
} as const

/** One of {@link EventType}. */
export type EventType = (typeof EventType)[keyof typeof EventType]

const known: ReadonlySet<string> = /* @__PURE__ */ new Set<string>(Object.values(EventType))

/** Reports whether a text is the type of an event. */
export function isEventType(text: string): text is EventType {
  return known.has(text)
}
