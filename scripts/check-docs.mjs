// Every symbol that a public entry exports has a docstring, and so has every named method of its classes and interfaces, its
// own or that of the interface it implements. Symbols declared in .gen.ts files are exempt: no prose is
// copied from upstream sources into them, their documentation is the Kubernetes reference.
import { relative } from 'node:path'
import ts from 'typescript'
import { publicEntries, root } from './public-entries.mjs'

const config = ts.getParsedCommandLineOfConfigFile(
  `${root}tsconfig.json`,
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.error },
)
const sources = Object.values(publicEntries()).map((source) => root + source)
const program = ts.createProgram(sources, config.options)
const checker = program.getTypeChecker()

const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

function placeOf(declaration) {
  const file = declaration.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(declaration.getStart())
  return `${relative(root, file.fileName)}:${line + 1}`
}

/** Methods whose names say all there is to say. */
const selfEvident = new Set(['toString', 'toJSON', 'equals', 'return'])

function isPublicMethod(member) {
  if (!ts.isMethodDeclaration(member) && !ts.isMethodSignature(member)) return false
  if (!ts.isIdentifier(member.name) || selfEvident.has(member.name.text)) return false
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return (ts.getCombinedModifierFlags(member) & hidden) === 0
}

function checkMethods(declaration, name) {
  if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return
  for (const member of declaration.members.filter(isPublicMethod)) {
    const documented = checker.getSymbolAtLocation(member.name).getDocumentationComment(checker).length > 0
    if (!documented) undocumented.set(placeOf(member), `${name}.${member.name.text}`)
  }
}

const undocumented = new Map()
const seen = new Set()
for (const source of sources) {
  const entry = checker.getSymbolAtLocation(program.getSourceFile(source))
  for (const exported of entry === undefined ? [] : checker.getExportsOfModule(entry)) {
    const symbol = resolved(exported)
    const declaration = symbol.declarations?.[0]
    if (declaration === undefined || declaration.getSourceFile().fileName.endsWith('.gen.ts') || seen.has(symbol))
      continue
    seen.add(symbol)
    if (ts.isSourceFile(declaration)) continue
    if (symbol.getDocumentationComment(checker).length === 0) undocumented.set(placeOf(declaration), symbol.name)
    for (const each of symbol.declarations) checkMethods(each, symbol.name)
  }
}

for (const [place, name] of undocumented) console.error(`${place}: ${name} is exported without a docstring`)
console.log(`${seen.size} exported symbols, ${undocumented.size} without a docstring`)
if (undocumented.size > 0) process.exitCode = 1
