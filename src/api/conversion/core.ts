import { encodeBase64 } from '../../internal/base64.js'
import { encodeUtf8 } from '../../internal/utf8.js'
import { setOwn } from '../../json/json-value.js'
import { podForm, podTemplateForm } from '../core/pod-template/pod-forms.js'
import * as v1 from '../core/v1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addFieldLabels } from './field-labels.js'
import { recast, recastWith } from './recast.js'

const ofMetadata = ['metadata.name', 'metadata.namespace']

/** Registers the conversions and field labels of the core group. */
export function addCoreConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.Event)
  addForms(scheme)
  addFieldLabels(scheme, {
    types: [v1.Pod],
    labels: [
      ...ofMetadata,
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'spec.hostNetwork',
      'status.phase',
      'status.podIP',
      'status.podIPs',
      'status.nominatedNodeName',
    ],
    renamed: { 'spec.host': 'spec.nodeName' },
  })
  addFieldLabels(scheme, { types: [v1.Node], labels: ['metadata.name', 'spec.unschedulable'] })
  addFieldLabels(scheme, { types: [v1.ReplicationController], labels: [...ofMetadata, 'status.replicas'] })
  addFieldLabels(scheme, { types: [v1.Event], labels: eventLabels })
  addFieldLabels(scheme, { types: [v1.Namespace], labels: ['metadata.name', 'status.phase'] })
  addFieldLabels(scheme, { types: [v1.Secret], labels: [...ofMetadata, 'type'] })
  addFieldLabels(scheme, { types: [v1.Service], labels: [...ofMetadata, 'spec.clusterIP', 'spec.type'] })
}

/** Normalizes objects of the only version, as a server does. */
function addForms(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.Pod, v1.Pod, (from) => podForm(from, v1.Pod))
  scheme.addConversion(v1.PodTemplate, v1.PodTemplate, (from) =>
    recastWith(from, v1.PodTemplate, { template: podTemplateForm(from.template) }),
  )
  scheme.addConversion(v1.ReplicationController, v1.ReplicationController, (from) => {
    const { spec } = from
    if (!spec?.template) return from
    return recastWith(from, v1.ReplicationController, { spec: { ...spec, template: podTemplateForm(spec.template) } })
  })
  scheme.addConversion(v1.Secret, v1.Secret, secretForm)
  scheme.addConversion(v1.Node, v1.Node, nodeForm)
}

/** `stringData` is for writing only. */
function secretForm(from: v1.Secret): v1.Secret {
  const { stringData } = from
  if (stringData === undefined || stringData === null) return from
  const form = recast(from, v1.Secret)
  delete form.stringData
  const entries = Object.entries(stringData)
  if (entries.length === 0) return form
  const data: Record<string, string> = { ...from.data }
  for (const [name, text] of entries) setOwn(data, name, encodeBase64(encodeUtf8(text ?? '')))
  form.data = data
  return form
}

/** `podCIDR` is what old clients set: it wins over the list. */
function nodeForm(from: v1.Node): v1.Node {
  const { podCIDR, podCIDRs } = from.spec ?? {}
  const first = podCIDRs?.[0]
  if (podCIDR && first !== podCIDR) return recastWith(from, v1.Node, { spec: { ...from.spec, podCIDRs: [podCIDR] } })
  if (first && !podCIDR) return recastWith(from, v1.Node, { spec: { ...from.spec, podCIDR: first } })
  return from
}

const eventLabels = [
  ...ofMetadata,
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
]
