import type { ConfigurationField } from '../document/configuration-field.js'
import type { StageApply, StageEvent, StageFinalizers, StagePatch, StageStep } from './stage.js'
import { ownFunctionNames } from './template-functions.js'
import { TemplateRenderer } from './template-renderer.js'

const nothing: StageStep = {
  event: undefined,
  finalizers: undefined,
  delete: false,
  patch: undefined,
  apply: undefined,
}

/** Reads an item of `steps`. @throws InvalidField */
export function readStep(field: ConfigurationField): StageStep {
  const step = field.members(['patch', 'event', 'finalizers', 'delete', 'apply'])
  return {
    event: readEvent(step.event),
    finalizers: readFinalizers(step.finalizers),
    delete: step.delete.boolean(),
    patch: step.patch.isAbsent ? undefined : readPatch(step.patch),
    apply: step.apply.isAbsent ? undefined : readApply(step.apply),
  }
}

/** Reads `next` into steps: event, finalizers, patches, deletion. @throws InvalidField */
export function readNext(field: ConfigurationField): readonly StageStep[] {
  const next = field.members([
    'event',
    'finalizers',
    'delete',
    'patches',
    'statusTemplate',
    'statusSubresource',
    'statusPatchAs',
  ])
  const steps: StageStep[] = []
  const event = readEvent(next.event)
  if (event !== undefined) steps.push({ ...nothing, event })
  const finalizers = readFinalizers(next.finalizers)
  if (finalizers !== undefined) steps.push({ ...nothing, finalizers })
  const patches = next.patches.items().map(readPatch)
  if (patches.length === 0 && next.statusTemplate.text() !== '') {
    const subresource = next.statusSubresource.optionalText() ?? 'status'
    const [template, user] = [readTemplate(next.statusTemplate), readUser(next.statusPatchAs)]
    patches.push({ subresource, root: 'status', template, type: undefined, user })
  }
  for (const patch of patches) steps.push({ ...nothing, patch })
  if (next.delete.boolean()) steps.push({ ...nothing, delete: true })
  return steps
}

function readEvent(field: ConfigurationField): StageEvent | undefined {
  if (field.isAbsent) return undefined
  const { type, reason, message } = field.members(['type', 'reason', 'message'])
  return { type: type.text(), reason: reason.text(), message: message.text() }
}

function readFinalizers(field: ConfigurationField): StageFinalizers | undefined {
  if (field.isAbsent) return undefined
  const { add, remove, empty } = field.members(['add', 'remove', 'empty'])
  const values = (list: ConfigurationField): string[] =>
    list.items().map((item) => item.members(['value']).value.text())
  return { add: values(add), remove: values(remove), empty: empty.boolean() }
}

function readPatch(field: ConfigurationField): StagePatch {
  const patch = field.members(['subresource', 'root', 'template', 'type', 'impersonation'])
  return {
    subresource: patch.subresource.text(),
    root: patch.root.text(),
    template: readTemplate(patch.template),
    type: patch.type.choice(['json', 'merge', 'strategic']),
    user: readUser(patch.impersonation),
  }
}

function readApply(field: ConfigurationField): StageApply {
  const apply = field.members(['subresource', 'template', 'type', 'impersonation'])
  return {
    subresource: apply.subresource.text(),
    template: readTemplate(apply.template),
    type: apply.type.choice(['apply', 'merge', 'strategic']) ?? 'apply',
    user: readUser(apply.impersonation),
  }
}

function readUser(field: ConfigurationField): string | undefined {
  return field.isAbsent ? undefined : field.members(['username']).username.requiredText()
}

function readTemplate(field: ConfigurationField): TemplateRenderer {
  return field.attempt(() => new TemplateRenderer(field.text(), ownFunctionNames))
}
