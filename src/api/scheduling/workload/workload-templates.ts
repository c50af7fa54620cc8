import { guardDepth } from '../../../descriptor/guard-depth.js'
import { duplicate, type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { compositePodGroupTemplateDescriptor } from '../v1beta1/descriptors.gen.js'
import type { CompositePodGroupTemplate, PodGroupTemplate, WorkloadSpec } from '../v1beta1/types.gen.js'

/** Most levels of templates inside each other. */
const maxDepth = 4

/**
 * Checks the templates of a Workload as a whole: unique names, few levels, one priority.
 *
 * @throws MachineryError `TooDeep` for templates nested deeper than the stack allows.
 */
export function validateTemplates(spec: WorkloadSpec | null | undefined, path: FieldPath): FieldError[] {
  const given = spec ?? undefined
  return guardDepth(() => [...nameErrors(given, path), ...depthErrors(given, path), ...priorityErrors(given, path)])
}

type Spec = WorkloadSpec | undefined

/** Names inside one list are left to the list. */
function nameErrors(spec: Spec, path: FieldPath): FieldError[] {
  if (structsOf(spec?.podGroupTemplates).length > 0) return []
  const errors: FieldError[] = []
  const listOfName = new Map<string, readonly object[]>()
  const visit = (list: readonly (CompositePodGroupTemplate | PodGroupTemplate)[], listPath: FieldPath): void => {
    for (const [i, template] of list.entries()) {
      const name = template.name ?? ''
      const at = listPath.index(i)
      const first = listOfName.get(name)
      if (first === undefined || first === list) listOfName.set(name, list)
      else errors.push(duplicate(at.child('name'), name))
      if (!isComposite(template)) continue
      visit(structsOf(template.compositePodGroupTemplates), at.child('compositePodGroupTemplates'))
      visit(structsOf(template.podGroupTemplates), at.child('podGroupTemplates'))
    }
  }
  visit(structsOf(spec?.compositePodGroupTemplates), path.child('compositePodGroupTemplates'))
  return errors
}

function isComposite(template: CompositePodGroupTemplate | PodGroupTemplate): template is CompositePodGroupTemplate {
  return 'compositePodGroupTemplates' in template || 'podGroupTemplates' in template
}

function depthErrors(spec: Spec, path: FieldPath): FieldError[] {
  const fits = (template: CompositePodGroupTemplate, depth: number): boolean =>
    depth < maxDepth && structsOf(template.compositePodGroupTemplates).every((child) => fits(child, depth + 1))
  const type = compositePodGroupTemplateDescriptor.propertyByName.get('compositePodGroupTemplates')?.type
  return structsOf(spec?.compositePodGroupTemplates).flatMap((template, i) => {
    if (type === undefined || fits(template, 1)) return []
    const at = path.child('compositePodGroupTemplates').index(i)
    const value = template.compositePodGroupTemplates ?? undefined
    return [invalidInternal(at, { type, value }, `maximum template hierarchy depth is ${maxDepth}`)]
  })
}

/** All templates have the priority of the first one. */
function priorityErrors(spec: Spec, path: FieldPath): FieldError[] {
  const priorities = new Set<string>()
  const note = ({ priorityClassName, priority }: PodGroupTemplate | CompositePodGroupTemplate) =>
    priorities.add(JSON.stringify([priorityClassName ?? '', priority ?? null]))
  const visit = (template: CompositePodGroupTemplate): void => {
    note(template)
    for (const child of structsOf(template.compositePodGroupTemplates)) visit(child)
    for (const child of structsOf(template.podGroupTemplates)) note(child)
  }
  for (const template of structsOf(spec?.podGroupTemplates)) note(template)
  for (const template of structsOf(spec?.compositePodGroupTemplates)) visit(template)
  return priorities.size > 1 ? [invalid(path, null, 'detected multiple priority configurations')] : []
}
