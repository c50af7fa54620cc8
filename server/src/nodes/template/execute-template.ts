import { evaluatePipe, executionError, type PipeScope } from './evaluate-pipe.js'
import { TemplateError } from './template-error.js'
import type { TemplateFunctions } from './template-function.js'
import type { ParsedTemplate, Pipe, TemplateNode } from './template-node.js'
import {
  goTypeOf,
  isTemplateList,
  isTemplateMap,
  isTrue,
  printed,
  sortedKeys,
  type TemplateValue,
} from './template-value.js'

/** How many parts of a template may be executed, so that one that does not end fails. */
const mostSteps = 1_000_000
/** How deep templates may include each other. */
const deepest = 200

/** Executes a template for data. @throws TemplateError with line and column */
export function executeTemplate(template: ParsedTemplate, data: TemplateValue, functions: TemplateFunctions): string {
  return new Execution(template, functions).run(template.body, data)
}

type Control = Extract<TemplateNode, { otherwise: unknown }>
type Jump = 'break' | 'continue' | undefined

class Execution {
  readonly #template: ParsedTemplate
  readonly #functions: TemplateFunctions
  #scope: PipeScope
  #output = ''
  #steps = 0
  #depth = 0

  constructor(template: ParsedTemplate, functions: TemplateFunctions) {
    this.#template = template
    this.#functions = functions
    this.#scope = this.#newScope(undefined)
  }

  run(nodes: readonly TemplateNode[], data: TemplateValue): string {
    this.#scope = this.#newScope(data)
    this.#nodes(nodes, data)
    return this.#output
  }

  #newScope(data: TemplateValue): PipeScope {
    return { source: this.#template.source, functions: this.#functions, variables: [{ name: '$', value: data }] }
  }

  #nodes(nodes: readonly TemplateNode[], dot: TemplateValue): Jump {
    for (const node of nodes) {
      if (++this.#steps > mostSteps) throw new TemplateError('template: _: the template does not end')
      const jump = this.#node(node, dot)
      if (jump !== undefined) return jump
    }
    return undefined
  }

  #node(node: TemplateNode, dot: TemplateValue): Jump {
    switch (node.kind) {
      case 'text':
        this.#output += node.text
        return undefined
      case 'action':
        this.#action(node.pipe, dot)
        return undefined
      case 'break':
      case 'continue':
        return node.kind
      case 'template':
        this.#include(node, dot)
        return undefined
      default:
        return this.#control(node, dot)
    }
  }

  #action(pipe: Pipe, dot: TemplateValue): void {
    const value = evaluatePipe(this.#scope, dot, pipe)
    if (pipe.variables.length > 0) return
    this.#output += value === undefined || value === null ? '<no value>' : printed(value)
  }

  #control(node: Control, dot: TemplateValue): Jump {
    const { variables } = this.#scope
    const mark = variables.length
    try {
      if (node.kind === 'range') return this.#range(node, dot)
      const value = evaluatePipe(this.#scope, dot, node.pipe)
      if (!isTrue(value)) return this.#nodes(node.otherwise ?? [], dot)
      return this.#nodes(node.body, node.kind === 'with' ? value : dot)
    } finally {
      variables.length = mark
    }
  }

  #range(node: Control, dot: TemplateValue): Jump {
    const { variables } = this.#scope
    const ranged = { ...node.pipe, variables: [] }
    const entries = this.#entries(node.pipe, evaluatePipe(this.#scope, dot, ranged))
    const mark = variables.length
    let isEmpty = true
    for (const [key, item] of entries) {
      isEmpty = false
      this.#setVariables(node.pipe, key, item)
      const jump = this.#nodes(node.body, item)
      variables.length = mark
      if (jump === 'break') return undefined
    }
    return isEmpty ? this.#nodes(node.otherwise ?? [], dot) : undefined
  }

  #setVariables({ variables: names, assigns }: Pipe, key: TemplateValue, item: TemplateValue): void {
    const values = names.length === 1 ? [item] : [key, item]
    names.forEach((name, index) => {
      const value = values[index]
      const known = assigns ? this.#scope.variables.findLast((variable) => variable.name === name) : undefined
      if (known === undefined) this.#scope.variables.push({ name, value })
      else known.value = value
    })
  }

  *#entries(pipe: Pipe, value: TemplateValue): Generator<readonly [TemplateValue, TemplateValue], undefined> {
    if (value === undefined || value === null) return
    if (isTemplateList(value)) {
      for (const [index, item] of value.entries()) yield [BigInt(index), item]
    } else if (isTemplateMap(value)) {
      for (const key of sortedKeys(value)) yield [key, value[key]]
    } else if (typeof value === 'bigint') {
      for (let index = 0n; index < value; index++) {
        if (++this.#steps > mostSteps) throw new TemplateError('template: _: the template does not end')
        yield [index, index]
      }
    } else {
      const type = goTypeOf(value)
      throw executionError(this.#template.source, pipe, `range can't iterate over ${printed(value)} (${type})`)
    }
  }

  #include(node: Extract<TemplateNode, { kind: 'template' }>, dot: TemplateValue): void {
    const { name, at, pipe } = node
    const body = this.#template.definitions.get(name)
    const place = { at, text: `{{template ${JSON.stringify(name)}}}` }
    if (body === undefined)
      throw executionError(this.#template.source, place, `template ${JSON.stringify(name)} not defined`)
    if (this.#depth >= deepest) throw executionError(this.#template.source, place, 'exceeded maximum template depth')
    const data = pipe === undefined ? undefined : evaluatePipe(this.#scope, dot, pipe)
    const outer = this.#scope
    this.#scope = this.#newScope(data)
    this.#depth++
    this.#nodes(body, data)
    this.#depth--
    this.#scope = outer
  }
}
