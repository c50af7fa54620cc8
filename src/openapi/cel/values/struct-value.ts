import { isEqual } from './equal.js'
import type { OwnComparable } from './own-values.js'
import type { FieldsValue, Value } from './value.js'

/** An object made in an expression: `JSONPatch{…}`, `Object{…}`, `Object.spec{…}`. */
export class StructValue implements FieldsValue, OwnComparable {
  readonly typeName: string
  readonly fields: ReadonlyMap<string, Value>

  constructor(typeName: string, fields: ReadonlyMap<string, Value>) {
    this.typeName = typeName
    this.fields = fields
  }

  field(name: string): Value | undefined {
    return this.fields.get(name)
  }

  equals(other: Value): boolean {
    if (!(other instanceof StructValue) || other.typeName !== this.typeName) return false
    if (other.fields.size !== this.fields.size) return false
    return [...this.fields].every(([name, value]) => {
      const counterpart = other.fields.get(name)
      return counterpart !== undefined && isEqual(value, counterpart)
    })
  }
}
