import { createHash } from 'node:crypto'
import { header } from '../back-ends/typescript/module-writer.js'
import type { ApiPackage } from '../ir/model.js'
import type { OutputFile } from '../output/output-file.js'
import { kubernetesFolder } from '../profiles/kubernetes-layout.js'
import { fieldTables } from './field-facts.js'
import { kindTables } from './kind-facts.js'
import { mergeReleases } from './merge-releases.js'
import { type ReleaseModel, sourceOf } from './release-model.js'

/**
 * What the releases have, as far as it is not the same in all of them: kinds, fields, lifecycles. Relative to `src`.
 *
 * @param models - of all releases, oldest first.
 */
export function releaseFacts(models: readonly ReleaseModel[]): OutputFile[] {
  const file = factsPackage(models)
  const kinds = [header(sourceOf(models), file), '', ...kindTables(models), '']
  return [
    { path: 'api/releases/fields.gen.ts', text: fieldTables(models, file) },
    { path: 'api/releases/kinds.gen.ts', text: kinds.join('\n') },
    { path: 'api/releases/add-earlier-to-scheme.gen.ts', text: registrations(models, file) },
  ]
}

/** The function that registers the versions and kinds that the newest release does not have. */
function registrations(models: readonly ReleaseModel[], file: ApiPackage): string {
  const imports: string[] = []
  const calls: string[] = []
  const newest = new Map(models.at(-1)!.model.packages.map((pkg) => [pkg.path, pkg]))
  for (const pkg of mergeReleases(models).packages.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const folder = kubernetesFolder(pkg)?.slice('api/'.length)
    if (pkg.group === undefined || folder === undefined) continue
    const alias = folder.replaceAll(/[^A-Za-z0-9]/g, '')
    if (pkg.goneIn !== undefined) {
      imports.push(`import { addToScheme as ${alias} } from '../${folder}/register.gen.js'`)
      calls.push(`  ${alias}(scheme)`)
      continue
    }
    const known = new Set(newest.get(pkg.path)!.registered.map(({ name }) => name))
    const gone = earlierKinds(models, pkg.path).filter((name) => !known.has(name))
    if (gone.length === 0) continue
    imports.push(`import * as ${alias} from '../${folder}/types.gen.js'`)
    const classes = gone.map((name) => `${alias}.${name}`).join(', ')
    calls.push(`  for (const type of [${classes}]) scheme.addKnownTypeWithName(type.groupVersionKind, type)`)
  }
  return [
    header(sourceOf(models), file),
    `import type { KindRegistrar } from '../../runtime/gen-v1.js'`,
    ...imports,
    '',
    '/** Registers versions and kinds that only earlier releases have, as far as the scheme takes them. */',
    'export function addEarlierToScheme(scheme: KindRegistrar): void {',
    ...calls,
    '}',
    '',
  ].join('\n')
}

function earlierKinds(models: readonly ReleaseModel[], path: string): string[] {
  const names = models.slice(0, -1).flatMap(({ model }) => {
    const pkg = model.packages.find((each) => each.path === path)
    return (pkg?.registered ?? []).filter((ref) => ref.package === path).map(({ name }) => name)
  })
  return [...new Set(names)]
}

/** The package that the files of facts count as. */
function factsPackage(models: readonly ReleaseModel[]): ApiPackage {
  const hash = createHash('sha256')
  for (const { model } of models) {
    const lines = model.packages.map(({ path, digest }) => `${path}\0${digest}\n`)
    hash.update(lines.sort().join(''))
  }
  return {
    path: 'all packages',
    modelPrefix: '',
    digest: `sha256:${hash.digest('hex')}`,
    declarations: [],
    constants: [],
    registered: [],
    registersMeta: false,
  }
}
