import { isIPv4, isIPv6 } from 'node:net'
import { messageOf } from 'apimachinery/errors'
import { parse } from 'apimachinery/labels'
import type { ConfigurationField } from '../document/configuration-field.js'
import { defaultSimulation, type SimulationOptions } from './nodes-configuration.js'

/** Reads a document of kind `KwokConfiguration`, of which options of the process itself are skipped. @throws InvalidField */
export function readSimulationOptions(document: ConfigurationField): SimulationOptions {
  const options = document.member('options')
  const annotationSelector = selector(options.member('manageNodesWithAnnotationSelector'))
  const labelSelector = selector(options.member('manageNodesWithLabelSelector'))
  const allNodes = options.member('manageAllNodes').boolean()
  const selects = annotationSelector !== '' || labelSelector !== ''
  if (allNodes && selects)
    throw options
      .member('manageAllNodes')
      .error(
        'manage-all-nodes is conflicted with manage-nodes-with-annotation-selector or manage-nodes-with-label-selector',
      )
  return {
    annotationSelector: allNodes || selects ? annotationSelector : defaultSimulation.annotationSelector,
    labelSelector,
    allNodes,
    disregardAnnotations: selector(options.member('disregardStatusWithAnnotationSelector')),
    disregardLabels: selector(options.member('disregardStatusWithLabelSelector')),
    cidr: range(options.member('cidr')),
    nodeIP: options.member('nodeIP').text(),
    nodeName: options.member('nodeName').text(),
    nodePort: options.member('nodePort').count() ?? defaultSimulation.nodePort,
    leaseSeconds: options.member('nodeLeaseDurationSeconds').count() ?? defaultSimulation.leaseSeconds,
  }
}

function selector(field: ConfigurationField): string {
  const text = field.text()
  try {
    parse(text)
  } catch (error) {
    throw field.error(messageOf(error))
  }
  return text
}

function range(field: ConfigurationField): string {
  const text = field.text() || defaultSimulation.cidr
  const [address = '', size = ''] = text.split('/')
  if (!(isIPv4(address) || isIPv6(address)) || !/^\d{1,3}$/.test(size))
    throw field.error(`invalid CIDR address: ${text}`)
  return text
}
