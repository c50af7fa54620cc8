/** Name and value of a header; names are in lower case. */
export type HeaderField = readonly [name: string, value: string]
