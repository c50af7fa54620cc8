import type { ConversionType } from '../../conversion/conversion-type.js'
import type { ConversionFunction } from '../../conversion/scope.js'
import type { FieldLabelConversionFunction } from '../../runtime/scheme/field-label-conversion.js'
import type { KindRegistrar } from '../../runtime/scheme/kind-registrar.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'

/** The part of a scheme that the conversions of built-in kinds use. `Scheme` implements it. */
export interface ConversionRegistrar extends KindRegistrar {
  /** Registers a hand-written conversion; it wins over a generated one. */
  addConversion<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): unknown
  /** Registers how the field labels of selectors on a kind are renamed and which of them are known. */
  addFieldLabelConversionFunc(gvk: GroupVersionKind, convert: FieldLabelConversionFunction): unknown
}
