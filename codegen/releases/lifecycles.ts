import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoPackageSource } from '../front-ends/go-types/go-package.js'
import type { Lifecycle } from '../ir/declarations.js'
import type { ApiModel } from '../ir/model.js'

/** What the generator wrote, and what is written by hand beside it. */
const files = ['zz_generated.prerelease-lifecycle.go', 'lifecycle.go']

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * Adds to the kinds of a model in which releases their versions come and go: what the `+k8s:prerelease-lifecycle-gen` tags say, with the
 * defaults of Go's generator, which are in the methods that it wrote, and the methods that are written by hand.
 */
export function addLifecycles(model: ApiModel, sources: readonly GoPackageSource[]): void {
  for (const { path, directory } of sources) {
    const texts = files.map((name) => join(directory, name)).filter((file) => existsSync(file))
    const lifecycles = readLifecycles(texts.map((file) => readFileSync(file, 'utf8')).join('\n'))
    for (const declaration of model.packages.find((pkg) => pkg.path === path)?.declarations ?? []) {
      if (declaration.form !== 'struct' || declaration.kind === undefined) continue
      const lifecycle = lifecycles.get(declaration.name)
      if (lifecycle !== undefined) declaration.kind.lifecycle = lifecycle
    }
  }
}

/** Type → lifecycle, of the methods that prerelease-lifecycle-gen writes. */
export function readLifecycles(text: string): ReadonlyMap<string, Lifecycle> {
  const found = new Map<string, Mutable<Lifecycle>>()
  const of = (type: string) => found.get(type) ?? found.set(type, { introduced: 0 }).get(type)!
  const minors = /^func \(in \*(\w+)\) APILifecycle(Introduced|Deprecated|Removed)\(\)[^{]*\{\s*return 1, (\d+)/gm
  for (const [, type = '', stage = '', minor] of text.matchAll(minors)) {
    of(type)[stage.toLowerCase() as 'introduced' | 'deprecated' | 'removed'] = Number(minor)
  }
  const replacements =
    /^func \(in \*(\w+)\) APILifecycleReplacement\(\)[^{]*\{\s*return schema\.GroupVersionKind\{Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"\}/gm
  for (const [, type = '', group = '', version = '', kind = ''] of text.matchAll(replacements)) {
    of(type).replacement = `${group === '' ? '' : `${group}/`}${version} ${kind}`
  }
  return found
}
