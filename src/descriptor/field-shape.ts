import type { FieldShape } from './build.js'
import type { FieldDescriptor } from './types.js'

/** The shape that {@link field} was given for a field. */
export function fieldShape({
  inline,
  pointer,
  omit,
}: Pick<FieldDescriptor, 'inline' | 'pointer' | 'omit'>): FieldShape {
  if (inline) return '<'
  const omitted = { never: '', empty: '?', zero: 'z' } as const
  return pointer ? `*${omitted[omit]}` : omitted[omit]
}
