import type { TemplateValue } from './template-value.js'

/** A value in a command. */
export type Operand = { readonly at: number; readonly text: string } & (
  | { readonly kind: 'dot' }
  | { readonly kind: 'nil' }
  | { readonly kind: 'constant'; readonly value: TemplateValue }
  | { readonly kind: 'field'; readonly names: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'pipe'; readonly pipe: Pipe }
  | { readonly kind: 'chain'; readonly operand: Operand; readonly names: readonly string[] }
)

/** A function with arguments, or a value. */
export interface Command {
  readonly at: number
  readonly operands: readonly Operand[]
}

/** Commands each of which has the value of the one before as its last argument. */
export interface Pipe {
  readonly at: number
  readonly text: string
  /** Variables that receive the value. */
  readonly variables: readonly string[]
  /** The variables exist already. */
  readonly assigns: boolean
  readonly commands: readonly Command[]
}

/** A part of a template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipe: Pipe }
  | {
      readonly kind: 'if' | 'with' | 'range'
      readonly pipe: Pipe
      readonly body: readonly TemplateNode[]
      readonly otherwise: readonly TemplateNode[] | undefined
    }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'template'; readonly name: string; readonly at: number; readonly pipe: Pipe | undefined }

/** A parsed template with those that it defines. */
export interface ParsedTemplate {
  readonly source: string
  readonly body: readonly TemplateNode[]
  readonly definitions: ReadonlyMap<string, readonly TemplateNode[]>
}
