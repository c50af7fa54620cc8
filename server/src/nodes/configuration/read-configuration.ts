import { isMachineryError, messageOf } from 'apimachinery/errors'
import type { JSONValue } from 'apimachinery/json'
import { locate, splitDocuments, type YAMLDocumentText, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { ConfigurationField, InvalidField } from '../document/configuration-field.js'
import { KubeletRulesReader, ownGroup } from '../pod-rules/kubelet-rules.js'
import type { LocalAccess } from '../pod-rules/local-access.js'
import { readStage } from '../stages/read-stage.js'
import type { Stage } from '../stages/stage.js'
import { UsageReader } from '../usage/usage-reader.js'
import { defaultSimulation, type NodesConfiguration, type SimulationOptions } from './nodes-configuration.js'
import { readSimulationOptions } from './read-simulation-options.js'

const group = 'kwok.x-k8s.io/v1alpha1'
const optionsGroup = 'config.kwok.x-k8s.io/v1alpha1'
/** Documents for programs other than kwok itself. */
const ofOthers = new Set(['KwokctlConfiguration', 'KwokctlResource', 'KwokctlComponent'])

/**
 * Reads a configuration of kwok: YAML documents of `kwok.x-k8s.io/v1alpha1`, and `KwokConfiguration`; and answers of kubelets, of
 * `nodes.apimachinery.dev/v1alpha1`. Expressions and templates are compiled.
 *
 * @param access - what of this machine it may use: by default no file, no command and no address
 * @throws ConfigurationError with the source, line and column, and the field
 */
export function readNodesConfiguration(text: string, source: string, access: LocalAccess = {}): NodesConfiguration {
  const reading = new Reading(access)
  try {
    for (const document of splitDocuments(text)) readDocument(reading, document, source)
  } catch (error) {
    if (!isMachineryError(error)) throw error
    throw new ConfigurationError(`${source}: ${error.message}`)
  }
  const { options, stages, kubelet, usage } = reading
  return { options, stages, kubelet: kubelet.rules, usage: usage.configuration }
}

class Reading {
  options: SimulationOptions = defaultSimulation
  readonly stages: Stage[] = []
  readonly usage = new UsageReader()
  readonly kubelet: KubeletRulesReader

  constructor(access: LocalAccess) {
    this.kubelet = new KubeletRulesReader(access)
  }
}

function readDocument(reading: Reading, document: YAMLDocumentText, source: string): void {
  const value = documentValue(document, source)
  if (value === null || value === undefined) return
  const field = new ConfigurationField('', value)
  try {
    readKind(reading, field)
  } catch (error) {
    if (!(error instanceof InvalidField)) throw error
    throw new ConfigurationError(`${placeOf(document, source, error.path)}: ${titleOf(value)}${error.message}`)
  }
}

function documentValue({ text, line }: YAMLDocumentText, source: string): JSONValue {
  try {
    return yamlToJSON(text, { strict: true })
  } catch (error) {
    throw new ConfigurationError(`${source}: document of line ${line}: ${messageOf(error)}`)
  }
}

/** The file with line and column of a field. */
function placeOf({ text, line }: YAMLDocumentText, source: string, path: string): string {
  const found = locate(text, path)
  return found === undefined ? `${source}:${line}` : `${source}:${line + found.line - 1}:${found.column}`
}

function titleOf(value: JSONValue): string {
  const { kind, metadata } = value as { kind?: unknown; metadata?: { name?: unknown } | null }
  const name = metadata?.name
  return typeof kind === 'string' ? `${kind}${typeof name === 'string' ? ` ${JSON.stringify(name)}` : ''}: ` : ''
}

function readKind(reading: Reading, document: ConfigurationField): void {
  const apiVersion = document.member('apiVersion').requiredText()
  const kind = document.member('kind').requiredText()
  if (apiVersion === optionsGroup && ofOthers.has(kind)) return
  if (apiVersion === optionsGroup && kind === 'KwokConfiguration') {
    reading.options = readSimulationOptions(document)
    return
  }
  if (apiVersion !== group && apiVersion !== ownGroup) throw document.member('apiVersion').error(`must be ${group}`)
  if (reading.kubelet.read(document, kind, apiVersion === ownGroup)) return
  if (apiVersion === group && reading.usage.read(document, kind)) return
  if (apiVersion !== group || kind !== 'Stage') throw document.member('kind').error(`unknown kind of ${apiVersion}`)
  const stage = readStage(document)
  if (stage !== undefined) reading.stages.push(stage)
}
