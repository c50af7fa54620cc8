// Writes test/golden/manifests.json from the Go program: its result for each document of the real manifests.
import { writeFileSync } from 'node:fs'
import { manifestDocuments, manifestRequest, verdict } from './manifest-documents.mjs'
import { buildReference, Reference } from './reference.mjs'

const reference = new Reference(buildReference())
const documents = manifestDocuments()
const answers = await reference.ask(documents.map(manifestRequest))
reference.close()
const verdicts = Object.fromEntries(documents.map(({ name }, index) => [name, verdict(answers[index])]))
writeFileSync(new URL('../golden/manifests.json', import.meta.url), `${JSON.stringify(verdicts, undefined, 1)}\n`)
