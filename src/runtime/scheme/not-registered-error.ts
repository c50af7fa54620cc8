import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { apiVersionText } from '../../schema/identifiers.js'
import type { GroupVersioner } from '../interfaces.js'
import { apiVersionInternal } from '../objects/internal-version.js'

/** What is not registered: a kind, a type (by name), or either for a target version. */
export interface NotRegisteredSubject {
  readonly gvk?: Pick<GroupVersionKind, 'group' | 'version' | 'kind'>
  /** Name of a class, as in `v1.Pod`. */
  readonly type?: string
  readonly target?: GroupVersion | GroupVersioner
}

/** A kind, a class or a target version is not registered in the scheme. Code `NotRegistered`. */
export class NotRegisteredError extends MachineryError {
  override readonly name = 'NotRegisteredError'

  constructor(
    readonly schemeName: string,
    readonly subject: NotRegisteredSubject,
  ) {
    super('NotRegistered', notRegisteredMessage(schemeName, subject))
  }
}

/** Reports whether `error` means that a kind, class or version is not registered. */
export function isNotRegisteredError(error: unknown): error is NotRegisteredError {
  return isMachineryError(error, 'NotRegistered')
}

function notRegisteredMessage(schemeName: string, { gvk, type, target }: NotRegisteredSubject): string {
  const scheme = `in scheme ${quote(schemeName)}`
  const source = type ?? (gvk && quote(apiVersionText(gvk)))
  if (target !== undefined && source !== undefined) {
    return `${source} is not suitable for converting to ${targetText(target)} ${scheme}`
  }
  if (type !== undefined || gvk === undefined)
    return `no kind is registered for the type ${type ?? 'undefined'} ${scheme}`
  if (gvk.kind === '') return `no version ${source} has been registered ${scheme}`
  const isInternal = gvk.version === apiVersionInternal
  const version = isInternal ? `the internal version of group ${quote(gvk.group)}` : `version ${source}`
  return `no kind ${quote(gvk.kind)} is registered for ${version} ${scheme}`
}

function targetText(target: GroupVersion | GroupVersioner): string {
  return 'identifier' in target && !('group' in target) ? quote(target.identifier) : quote(apiVersionText(target))
}
