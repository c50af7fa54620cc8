import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { ApiModel } from '../../ir/model.js'
import { isMethodOfKinds } from './names.js'

/** Warns of top-level fields that kind classes cannot declare: objects hold them, in place of the method of that name. */
export function checkKindFields(model: ApiModel, diagnostics: Diagnostics): void {
  for (const pkg of model.packages) {
    if (pkg.external !== undefined) continue
    for (const declaration of pkg.declarations) {
      if (declaration.form !== 'struct' || declaration.kind === undefined) continue
      for (const { name, shape, span } of declaration.fields) {
        if (shape === '<' || !isMethodOfKinds(name)) continue
        const message = `${declaration.name}: class cannot declare the field ${name}, which hides a method where an object has it; copy such objects with ${name}() of apimachinery/descriptor`
        diagnostics.warning('method-name', message, span ?? declaration.span)
      }
    }
  }
}
