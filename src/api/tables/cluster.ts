import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '../admissionregistration/v1/types.gen.js'
import type { Lease } from '../coordination/v1/types.gen.js'
import type { LeaseCandidate } from '../coordination/v1beta1/types.gen.js'
import type { FlowSchema, PriorityLevelConfiguration } from '../flowcontrol/v1/types.gen.js'
import type { RuntimeClass } from '../node/v1/types.gen.js'
import type { PodDisruptionBudget } from '../policy/v1/types.gen.js'
import type { PriorityClass } from '../scheduling/v1/types.gen.js'
import { structsOf } from '../validation/go-values.js'
import { cells, type RowPrinter, type RowPrinters } from './cells.js'
import { labelSelectorText } from './label-selector-text.js'

const none = '<none>'
const unset = '<unset>'

const webhooks: RowPrinter<ValidatingWebhookConfiguration | MutatingWebhookConfiguration> = cells(
  (configuration, { name, age }) => [name, configuration.webhooks?.length ?? 0, age],
)

const policyBinding: RowPrinter<ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding> = cells(
  ({ spec }, { name, age }) => {
    const { name: param, namespace, selector } = spec?.paramRef ?? {}
    const byName = namespace ? `${namespace}/${param}` : param
    return [name, spec?.policyName ?? '', param ? (byName ?? '') : selector ? labelSelectorText(selector) : unset, age]
  },
)

/** Rows of `admissionregistration.k8s.io`. Source: pkg/printers/internalversion of Kubernetes. */
export const admissionregistrationPrinters: RowPrinters = {
  MutatingAdmissionPolicy: cells<MutatingAdmissionPolicy>(({ spec }, { name, age }) => [
    name,
    spec?.mutations?.length ?? 0,
    paramKind(spec?.paramKind),
    age,
  ]),
  MutatingAdmissionPolicyBinding: policyBinding,
  MutatingWebhookConfiguration: webhooks,
  ValidatingAdmissionPolicy: cells<ValidatingAdmissionPolicy>(({ spec }, { name, age }) => [
    name,
    spec?.validations?.length ?? 0,
    paramKind(spec?.paramKind),
    age,
  ]),
  ValidatingAdmissionPolicyBinding: policyBinding,
  ValidatingWebhookConfiguration: webhooks,
}

function paramKind(kind: { apiVersion?: string | undefined; kind?: string | undefined } | undefined): string {
  return kind ? `${kind.apiVersion ?? ''}/${kind.kind ?? ''}` : unset
}

/** Rows of `coordination.k8s.io`. */
export const coordinationPrinters: RowPrinters = {
  Lease: cells<Lease>(({ spec }, { name, age }) => [name, spec?.holderIdentity ?? '', age]),
  LeaseCandidate: cells<LeaseCandidate>(({ spec }, { name, age }) => [
    name,
    spec?.leaseName ?? '',
    spec?.binaryVersion ?? '',
    spec?.emulationVersion ?? '',
    age,
  ]),
}

/** Rows of `flowcontrol.apiserver.k8s.io`. */
export const flowcontrolPrinters: RowPrinters = {
  FlowSchema: cells<FlowSchema>(({ spec, status }, { name, age }) => [
    name,
    spec?.priorityLevelConfiguration?.name ?? '',
    spec?.matchingPrecedence ?? 0,
    spec?.distinguisherMethod ? (spec.distinguisherMethod.type ?? '') : none,
    age,
    structsOf(status?.conditions).find(({ type }) => type === 'Dangling')?.status ?? '?',
  ]),
  PriorityLevelConfiguration: cells<PriorityLevelConfiguration>(({ spec }, { name, age }) => {
    const { limited, exempt } = spec ?? {}
    const { queues, handSize, queueLengthLimit } = limited?.limitResponse?.queuing ?? {}
    const shares = limited?.nominalConcurrencyShares ?? exempt?.nominalConcurrencyShares
    return [name, spec?.type ?? '', shares ?? none, queues ?? none, handSize ?? none, queueLengthLimit ?? none, age]
  }),
}

/** Rows of `node.k8s.io`. */
export const nodePrinters: RowPrinters = {
  RuntimeClass: cells<RuntimeClass>(({ handler }, { name, age }) => [name, handler ?? '', age]),
}

/** Rows of `policy`. */
export const policyPrinters: RowPrinters = {
  PodDisruptionBudget: cells<PodDisruptionBudget>(({ spec, status }, { name, age }) => [
    name,
    String(spec?.minAvailable ?? 'N/A'),
    String(spec?.maxUnavailable ?? 'N/A'),
    status?.disruptionsAllowed ?? 0,
    age,
  ]),
}

/** Rows of `scheduling.k8s.io`. */
export const schedulingPrinters: RowPrinters = {
  PriorityClass: cells<PriorityClass>(({ value, globalDefault, preemptionPolicy }, { name, age }) => [
    name,
    value ?? 0,
    globalDefault ?? false,
    age,
    preemptionPolicy ?? '',
  ]),
}
