import { type NamedRef, namedRef } from '../../ir/type-ref.js'
import type { ConstantEvaluator } from './evaluate.js'
import type { GoPackage } from './go-package.js'
import type { GoExpression, GoFile, GoRegistration } from './go-syntax.js'
import { type DeclaredGroupVersion, groupVersionVariable } from './group-version.js'

/** The content of a package's registration functions. */
export interface Registrations {
  /** Types registered in the package's own group and version, in order, each once. */
  registered: NamedRef[]
  /** Types registered once for all groups, by name. */
  unversioned: Map<string, DeclaredGroupVersion>
  /** Calls `AddToGroupVersion`. */
  registersMeta: boolean
  /** The package registers nothing: its root kinds are registered all the same. */
  readonly none: boolean
}

/** Reads the calls of `AddKnownTypes`, `AddUnversionedTypes`, `AddToGroupVersion` and kubebuilder's `Register`. */
export function readRegistrations(pkg: GoPackage, evaluator: ConstantEvaluator): Registrations {
  const result: Registrations = {
    registered: [],
    unversioned: new Map(),
    registersMeta: false,
    none: pkg.files.every((file) => file.registrations.length === 0),
  }
  for (const file of pkg.files) {
    for (const registration of file.registrations) readCall(registration, { pkg, file, evaluator, result })
  }
  return result
}

interface Reading {
  readonly pkg: GoPackage
  readonly file: GoFile
  readonly evaluator: ConstantEvaluator
  readonly result: Registrations
}

function readCall({ call, arguments: [first, ...rest] }: GoRegistration, reading: Reading): void {
  const { pkg, evaluator, result } = reading
  if (first === undefined) return
  switch (call) {
    case 'AddToGroupVersion':
      if (rest.some(isOwnVersion)) result.registersMeta = true
      break
    case 'Register': {
      const types = typesOf([first, ...rest], reading)
      // The builder of controller-runtime calls AddToGroupVersion.
      if (types.length > 0) result.registersMeta = true
      add(result, types)
      break
    }
    case 'AddUnversionedTypes': {
      if (first.form !== 'name' || isOwnVersion(first)) break
      const target = groupVersionVariable(pkg, first.name, evaluator)
      if (target === undefined) break
      for (const { name } of typesOf(rest, reading)) result.unversioned.set(name, target)
      break
    }
    default:
      if (isOwnVersion(first)) add(result, typesOf(rest, reading))
  }
}

function isOwnVersion(expression: GoExpression): boolean {
  return (
    expression.form === 'name' &&
    expression.qualifier === undefined &&
    /^(SchemeGroupVersion|GroupVersion)$/.test(expression.name)
  )
}

function typesOf(expressions: readonly GoExpression[], { pkg, file }: Reading): NamedRef[] {
  return expressions.flatMap((expression) => {
    if (expression.form !== 'composite' || expression.type.form !== 'name') return []
    const { qualifier, name } = expression.type
    const path = qualifier === undefined ? pkg.path : file.imports.get(qualifier)
    return path === undefined ? [] : [namedRef(path, name)]
  })
}

function add(result: Registrations, refs: readonly NamedRef[]): void {
  for (const ref of refs) {
    const known = result.registered.some((each) => each.package === ref.package && each.name === ref.name)
    if (!known) result.registered.push(ref)
  }
}
