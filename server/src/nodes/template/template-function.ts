import type { GoFloat, TemplateMap, TemplateValue } from './template-value.js'

/** What a parameter may be; `number` is Go's int or float64 or a text of a number, as `cast` of sprig takes it. */
export interface ParameterTypes {
  any: TemplateValue
  string: string
  int: bigint
  float: GoFloat
  bool: boolean
  list: readonly TemplateValue[]
  map: TemplateMap
}

/** The name of a parameter's type. */
export type ParameterType = keyof ParameterTypes

type Values<P extends readonly ParameterType[]> = { -readonly [K in keyof P]: ParameterTypes[P[K]] }

/** A function that templates call. */
export interface TemplateFunction {
  readonly parameters: readonly ParameterType[]
  /** The type of any number of more arguments. */
  readonly rest?: ParameterType | undefined
  /** Arguments have been checked. */
  readonly call: (values: readonly TemplateValue[]) => TemplateValue
}

/** Functions by name. */
export type TemplateFunctions = Readonly<Record<string, TemplateFunction>>

/** A function with these parameters. */
export function templateFunction<const P extends readonly ParameterType[]>(
  parameters: P,
  call: (...values: Values<P>) => TemplateValue,
): TemplateFunction {
  // The executor has checked number and types of the values.
  return { parameters, call: (values) => call(...(values as Values<P>)) }
}

/** A function with these parameters and any number of `rest`. */
export function variadicFunction<const P extends readonly ParameterType[], const R extends ParameterType>(
  parameters: P,
  rest: R,
  call: (...values: [...Values<P>, ...ParameterTypes[R][]]) => TemplateValue,
): TemplateFunction {
  // As above.
  return { parameters, rest, call: (values) => call(...(values as [...Values<P>, ...ParameterTypes[R][]])) }
}
