import { utf8Length } from '../../../internal/utf8-length.js'
import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import type { WindowsSecurityContextOptions } from '../v1/types.gen.js'

const maxSpecKiB = 64
const maxDomainLength = 256
const maxUserLength = 104
const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u
const dnsLabel = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/

/** Checks the settings of a container or pod on Windows, if there are any. */
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (!isSet(options)) return []
  const { gmsaCredentialSpecName: specName, gmsaCredentialSpec: spec, runAsUserName } = options
  const errors: FieldError[] = []
  if (isSet(specName)) {
    for (const problem of isDNS1123Subdomain(specName)) {
      errors.push(invalid(path.child('gmsaCredentialSpecName'), specName, problem))
    }
  }
  if (isSet(spec)) errors.push(...credentialSpecErrors(spec, path.child('gmsaCredentialSpec')))
  if (isSet(runAsUserName)) {
    const at = path.child('runAsUserName')
    errors.push(...userNameProblems(runAsUserName).map((problem) => invalid(at, runAsUserName, problem)))
  }
  return errors
}

function credentialSpecErrors(spec: string, path: FieldPath): FieldError[] {
  if (spec === '') return [invalid(path, spec, 'gmsaCredentialSpec cannot be an empty string')]
  if (utf8Length(spec) <= maxSpecKiB * 1024) return []
  return [invalid(path, spec, `gmsaCredentialSpec size must be under ${maxSpecKiB} KiB`)]
}

/** `[domain\]user` of Windows. */
function userNameProblems(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string']
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return ['runAsUserName cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const user = parts.at(-1) ?? ''
  return [...(parts.length === 2 ? domainProblems(parts[0] ?? '') : []), ...userProblems(user)]
}

function domainProblems(domain: string): string[] {
  const problems: string[] = []
  if (utf8Length(domain) >= maxDomainLength) {
    problems.push(`runAsUserName's Domain length must be under ${maxDomainLength} characters`)
  }
  if (!netBiosName.test(domain) && !domain.split('.').every((label) => dnsLabel.test(label))) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  return problems
}

function userProblems(user: string): string[] {
  const problems: string[] = []
  const length = utf8Length(user)
  if (length === 0) problems.push("runAsUserName's User cannot be empty")
  else if (length > maxUserLength) {
    problems.push(`runAsUserName's User length must not be longer than ${maxUserLength} characters`)
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces")
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]')
  }
  return problems
}
