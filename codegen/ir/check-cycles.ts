import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { Declaration } from './declarations.js'
import type { ApiModel } from './model.js'
import { TypeIndex } from './type-index.js'
import { eachNamedRef, type NamedRef } from './type-ref.js'

/**
 * Reports types that contain themselves without a struct between (`type A []A`) and structs that inline themselves:
 * neither has a descriptor of finite size.
 */
export function checkCycles(model: ApiModel, diagnostics: Diagnostics): void {
  const index = new TypeIndex(model)
  const finished = new Set<Declaration>()
  for (const pkg of model.packages) {
    if (pkg.external !== undefined) continue
    for (const declaration of pkg.declarations) visit(declaration, { index, finished, path: [], diagnostics })
  }
}

interface Search {
  readonly index: TypeIndex
  readonly finished: Set<Declaration>
  /** Declarations from the first one to the one that is looked at. */
  readonly path: Declaration[]
  readonly diagnostics: Diagnostics
}

function visit(declaration: Declaration, search: Search): void {
  if (search.finished.has(declaration)) return
  if (search.path.includes(declaration)) {
    const names = [...search.path.slice(search.path.indexOf(declaration)), declaration].map(({ name }) => name)
    search.diagnostics.error('type-cycle', `type contains itself without end: ${names.join(' → ')}`, declaration.span)
    return
  }
  search.path.push(declaration)
  for (const ref of flatRefs(declaration)) {
    const next = search.index.lookup(ref)?.declaration
    // A struct is built when it is first used: only what it inlines is needed at once.
    if (next !== undefined && !(declaration.form === 'named' && next.form === 'struct')) visit(next, search)
  }
  search.path.pop()
  search.finished.add(declaration)
}

/** The types that must be complete before a descriptor: not those that lazy structs refer to. */
function flatRefs(declaration: Declaration): NamedRef[] {
  if (declaration.form === 'alias') return [declaration.target]
  const refs: NamedRef[] = []
  if (declaration.form === 'named') {
    if (declaration.type.form !== 'variant') eachNamedRef(declaration.type, (ref) => refs.push(ref))
    return refs
  }
  for (const { shape, type } of declaration.fields) if (shape === '<') eachNamedRef(type, (ref) => refs.push(ref))
  return refs
}
