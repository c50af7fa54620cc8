import { isDNS1035Label, isDNS1123Label, isDNS1123Subdomain } from './dns-names.js'

/**
 * The rule for names of a kind.
 *
 * @param prefix - the name gets something appended (`generateName`), so that a dash at the end is right.
 * @returns what is wrong; empty when nothing is.
 */
export type ValidateNameFunc = (name: string, prefix: boolean) => string[]

/** Names that are DNS subdomains. */
export function nameIsDNSSubdomain(name: string, prefix: boolean): string[] {
  return isDNS1123Subdomain(prefix ? maskTrailingDash(name) : name)
}

/** Names that are DNS labels (RFC 1123). */
export function nameIsDNSLabel(name: string, prefix: boolean): string[] {
  return isDNS1123Label(prefix ? maskTrailingDash(name) : name)
}

/** Names that are DNS labels (RFC 1035): they begin with a letter. */
export function nameIsDNS1035Label(name: string, prefix: boolean): string[] {
  return isDNS1035Label(prefix ? maskTrailingDash(name) : name)
}

/** Names of namespaces. */
export const validateNamespaceName: ValidateNameFunc = nameIsDNSLabel

/** Names of service accounts. */
export const validateServiceAccountName: ValidateNameFunc = nameIsDNSSubdomain

/** Replaces the dash and, as Go does, the character before it by one letter. */
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name
}
