/** The version of internal types: in memory only, never on the wire. */
export const apiVersionInternal = '__internal'
