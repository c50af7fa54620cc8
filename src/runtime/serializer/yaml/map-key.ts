import { floatText } from '../../../internal/float-text.js'
import { quote } from '../../../internal/quote.js'
import { formatFloat32 } from './format-number.js'
import type { Resolved } from './resolve-scalar.js'

/** A mapping key: what makes it equal to another, how Go prints it, and its text in JSON if it has one. */
export interface Key {
  readonly id: string
  readonly shown: string
  readonly text: string | undefined
  /** Name of the Go type, for the message about keys without text. */
  readonly type: string
}

/** Describes a key by what its scalar means. */
export function mapKey({ kind, value }: Resolved): Key {
  switch (kind) {
    case 'null':
      return { id: 'null', shown: '<nil>', text: undefined, type: '%!s(<nil>)' }
    case 'bool':
      return { id: `bool:${value}`, shown: String(value), text: String(value), type: 'bool' }
    case 'int':
      return { id: `int:${value}`, shown: String(value), text: String(value), type: 'int' }
    case 'uint':
      return { id: `uint:${value}`, shown: `0x${BigInt(value).toString(16)}`, text: undefined, type: 'uint64' }
    case 'float': {
      const shown = Number.isFinite(value) ? floatText(value) : String(value)
      return { id: `float:${value}`, shown, text: formatFloat32(value), type: 'float64' }
    }
    default:
      return { id: `str:${value}`, shown: quote(value), text: value, type: 'string' }
  }
}
