import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FieldTexts } from './field-texts.js'

/** A column of a table of a release: the variable of Go that has the columns of a kind, its name, and what it says. */
export interface ColumnText {
  readonly table: string
  readonly column: string
  readonly text: string
}

/** Reads how kube-apiserver of a release (`major.minor.patch`) describes the columns of its tables, from its module in a module cache. */
export function readColumnTexts(moduleCache: string, release: string): ColumnText[] {
  const file = join(moduleCache, `k8s.io/kubernetes@v${release}/pkg/printers/internalversion/printers.go`)
  const source = readFileSync(file, 'utf8')
  const imports = new Map(
    Array.from(source.matchAll(/^\t(\w+) "(k8s\.io\/[^"]+)"/gm), ([, name, path]) => [name, path]),
  )
  const fields = new FieldTexts(moduleCache, release)
  const found: ColumnText[] = []
  for (const [, table = '', body = ''] of source.matchAll(
    /^\t(\w+) := \[\]metav1\.TableColumnDefinition\{\n([\s\S]*?)^\t\}/gm,
  )) {
    for (const [, column = '', expression = ''] of body.matchAll(/Name: "([^"]+)",.*Description: (.+?)\},$/gm)) {
      // The type of a field is not looked up: no such text has ever changed.
      if (/\{\}\.\w+\.SwaggerDoc\(\)/.test(expression)) continue
      found.push({ table, column, text: textOf(expression, imports, fields) })
    }
  }
  return found
}

function textOf(
  expression: string,
  imports: ReadonlyMap<string | undefined, string | undefined>,
  fields: FieldTexts,
): string {
  if (expression.startsWith('"')) return JSON.parse(expression) as string
  const [, name, type = '', field = ''] = /^(\w+)\.(\w+)\{\}\.SwaggerDoc\(\)\["(\w*)"\]$/.exec(expression) ?? []
  const path = imports.get(name)
  if (path === undefined) throw new Error(`description not known: ${expression}`)
  return fields.text(path, type, field)
}
