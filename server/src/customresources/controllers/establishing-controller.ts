import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { parseCertificates } from '../../authentication/client-certificate.js'
import { type DefinitionCondition, isConditionTrue, setCondition } from '../definition-conditions.js'
import { draftOf } from '../definition-draft.js'
import type { ControllerContext } from './controller-context.js'
import { DefinitionController } from './definition-controller.js'

/**
 * Establishes definitions whose names are accepted.
 *
 * Source: `EstablishingController` of k8s.io/apiextensions-apiserver/pkg/controller/establish.
 */
export class EstablishingController extends DefinitionController {
  constructor(context: ControllerContext) {
    super(context, 'crdEstablishing')
  }

  protected override selects(definition: CustomResourceDefinition): boolean {
    return isConditionTrue(definition, 'NamesAccepted') && !isConditionTrue(definition, 'Established')
  }

  protected override async sync(name: string): Promise<void> {
    const { definitions, updateStatus, registered, clock } = this.context
    const waiting = definitions.get('', name)
    if (waiting === undefined || !this.selects(waiting)) return
    // When a definition is established, its objects must be served.
    await registered?.(waiting)
    const found = definitions.get('', name)
    if (found === undefined || !this.selects(found)) return
    const definition = draftOf(found)
    setCondition(definition, conditionOf(definition), new Date(clock.now()))
    await updateStatus(definition)
  }
}

function conditionOf({ spec }: CustomResourceDefinition): DefinitionCondition {
  const bundle = spec.conversion?.webhook?.clientConfig?.caBundle
  if (bundle && !isValidBundle(bundle)) {
    const message = 'The conversion webhook CABundle is invalid'
    return { type: 'Established', status: 'False', reason: 'InvalidCABundle', message }
  }
  const message = 'the initial names have been accepted'
  return { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message }
}

function isValidBundle(bundle: string): boolean {
  try {
    return parseCertificates(Buffer.from(bundle, 'base64').toString('latin1')).length > 0
  } catch {
    return false
  }
}
