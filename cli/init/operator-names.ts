import { UsageError } from '../usage-error.js'

/** The names of a project, as given by the user. */
export interface OperatorNames {
  /** Of the folder, the package and the deployment: `webapp`. */
  readonly name: string
  /** API group: `example.com`. */
  readonly group: string
  /** `Webapp` */
  readonly kind: string
  /** `webapps` */
  readonly plural: string
  /** With admission and conversion webhooks. */
  readonly webhook: boolean
}

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const dnsSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/
const kindName = /^[A-Z][A-Za-z0-9]{0,62}$/

/** What a user may choose. */
export interface GivenNames {
  readonly group?: string | undefined
  readonly kind?: string | undefined
  readonly webhook?: boolean | undefined
}

/** Fills in what is not given. @throws UsageError for names that a cluster or a registry would not take */
export function operatorNames(name: string, given: GivenNames): OperatorNames {
  if (!dnsLabel.test(name) || !/^[a-z]/.test(name)) {
    throw new UsageError(`${JSON.stringify(name)} is no name: lower-case letters, digits and - are, letters first`)
  }
  const group = given.group ?? 'example.com'
  if (!dnsSubdomain.test(group)) throw new UsageError(`--group ${group}: a domain is needed, such as example.com`)
  const kind = given.kind ?? pascalCase(name.replace(/-operator$/, ''))
  if (!kindName.test(kind)) throw new UsageError(`--kind ${kind}: a name such as WebApp is needed`)
  return { name, group, kind, plural: pluralOf(kind.toLowerCase()), webhook: given.webhook === true }
}

/** The arguments of `apimachinery generate` for the project. */
export function generateFlags({ name, webhook }: OperatorNames): string[] {
  const flags = ['ts', '-i', 'api', '-o', 'generated']
  if (!webhook) return flags
  return [
    ...flags,
    ...['--conversion-webhook', `${name}/${name}-webhooks`],
    ...['--crd-annotation', `cert-manager.io/inject-ca-from=${name}/${name}-webhooks`],
  ]
}

function pascalCase(name: string): string {
  return name.replaceAll(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
}

/** As controller-tools would name the resource. */
function pluralOf(singular: string): string {
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`
}
