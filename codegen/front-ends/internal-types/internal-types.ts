import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Diagnostics, GenerationError } from '../../diagnostics/diagnostic.js'
import { type GoGrammar, loadGoGrammar } from '../go-types/go-grammar.js'
import { type GoPackage, parseGoPackage } from '../go-types/go-package.js'
import type { GoField, GoFile, GoTypeExpression } from '../go-types/go-syntax.js'
import { parseJSONTag, parseStructTag } from '../go-types/struct-tag.js'

/** Groups of Kubernetes whose internal types messages show. */
const groups = ['core', 'apps', 'batch'] as const

/** Structs that messages show, with all that is in them. */
const roots = [
  'core.PodSpec',
  'core.EphemeralContainer',
  'core.PodTemplateSpec',
  'core.PodIP',
  'core.HostIP',
  'core.PersistentVolumeClaim',
  'core.PersistentVolumeSource',
  'core.VolumeNodeAffinity',
  'apps.StatefulSetUpdateStrategy',
  'apps.DeploymentStrategy',
  'apps.DaemonSetUpdateStrategy',
  'batch.SuccessPolicy',
  'batch.PodFailurePolicy',
  'batch.UncountedTerminatedPods',
]

/** How a struct of another package is shown. */
const shownAs: Readonly<Record<string, string>> = {
  'resource.Quantity': 'q',
  'intstr.IntOrString': 'i',
  'metav1.LabelSelector': 'LabelSelector',
  'metav1.ObjectMeta': 'metadata',
}

/** A release of the sources. */
export interface InternalTypeSources {
  readonly moduleCache: string
  /** `major.minor.patch`. */
  readonly version: string
}

/**
 * Reads how kube-apiserver of a release shows structs of pods and workloads: a line for each struct, as `internal-form` of the library
 * reads them.
 */
export async function readInternalTypes({ moduleCache, version }: InternalTypeSources): Promise<readonly string[]> {
  const diagnostics = new Diagnostics()
  const grammar = await loadGoGrammar()
  const libraries = version.replace(/^1\./, '0.')
  const parse = (path: string) => parseFile(join(moduleCache, path), { grammar, diagnostics })
  const packages = new Map<string, Group>()
  for (const group of groups) {
    packages.set(group, {
      internal: parse(`k8s.io/kubernetes@v${version}/pkg/apis/${group}/types.go`),
      versioned: parse(`k8s.io/api@v${libraries}/${group}/v1/types.go`),
    })
  }
  if (diagnostics.hasErrors) throw new GenerationError(diagnostics.items)
  return new TableWriter(packages).lines()
}

interface Group {
  readonly internal: GoPackage
  readonly versioned: GoPackage
}

function parseFile(file: string, context: { grammar: GoGrammar; diagnostics: Diagnostics }): GoPackage {
  return parseGoPackage(file, [{ name: file, text: readFileSync(file, 'utf8') }], context)
}

function isNamed(type: GoTypeExpression, name: string): boolean {
  return type.form === 'name' && type.name === name
}

class TableWriter {
  readonly #packages: ReadonlyMap<string, Group>
  readonly #lines = new Map<string, string>()

  constructor(packages: ReadonlyMap<string, Group>) {
    this.#packages = packages
  }

  lines(): readonly string[] {
    for (const root of roots) {
      const [group = '', name = ''] = root.split('.')
      this.#add(group, name)
    }
    return [...this.#lines.values()]
  }

  #add(group: string, name: string): void {
    const found = this.#packages.get(group)?.internal.types.get(name)
    if (found === undefined) throw new Error(`no type ${group}.${name}`)
    if (this.#lines.has(name) || found.type.type.form !== 'struct') return
    this.#lines.set(name, '')
    const { file } = found
    // Kind and version are empty in internal objects, and left out.
    const shown = found.type.type.fields.filter(({ name, type }) => name !== undefined || !isNamed(type, 'TypeMeta'))
    const fields = shown.map((field) => this.#field(field, { group, name, file }))
    this.#lines.set(name, [name, ...fields].join(' '))
  }

  #field(field: GoField, at: { readonly group: string; readonly name: string; readonly file: GoFile }): string {
    const holds = this.#holds(field.type, at.group)
    if (field.name === undefined) return `+${holds}`
    const json = this.#jsonName(at.group, at.name, field.name)
    const usual = field.name.charAt(0).toLowerCase() + field.name.slice(1)
    return `${field.name}${holds === 's' ? '' : `:${holds}`}${json === usual ? '' : `=${json}`}`
  }

  #jsonName(group: string, struct: string, name: string): string {
    const usual = name.charAt(0).toLowerCase() + name.slice(1)
    const type = this.#packages.get(group)?.versioned.types.get(struct)?.type.type
    const field = type?.form === 'struct' ? type.fields.find((each) => each.name === name) : undefined
    if (field === undefined) return usual
    return parseJSONTag(parseStructTag(field.tag, new Diagnostics()).get('json') ?? '').name || usual
  }

  #holds(type: GoTypeExpression, group: string): string {
    switch (type.form) {
      case 'name':
        return this.#named(type, group)
      case 'pointer': {
        const holds = this.#holds(type.element, group)
        return /^[sib]$/.test(holds) ? '*' : `*${holds}`
      }
      case 'list': {
        const holds = this.#holds(type.element, group)
        return /^[sib]$/.test(holds) ? '[]' : `[]${holds}`
      }
      case 'map':
        return this.#holds(type.value, group) === 'q' ? '{q}' : '{}'
      default:
        throw new Error(`cannot show a ${type.form} in ${group}`)
    }
  }

  #named({ qualifier, name }: { qualifier: string | undefined; name: string }, group: string): string {
    if (qualifier === undefined && name === 'string') return 's'
    if (qualifier === undefined && name === 'bool') return 'b'
    if (qualifier === undefined && /^(u?int|float)\d*$/.test(name)) return 'i'
    const known = shownAs[`${qualifier ?? ''}.${name}`]
    if (known !== undefined) return known
    const from = qualifier === undefined ? group : qualifier === 'api' ? 'core' : qualifier
    const found = this.#packages.get(from)?.internal.types.get(name)
    // Named types of other packages are texts.
    if (found === undefined) return 's'
    if (found.type.type.form !== 'struct') return this.#holds(found.type.type, from)
    this.#add(from, name)
    return name
  }
}
