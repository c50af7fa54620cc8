import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName, getResourceVersion } from 'apimachinery/runtime'
import { ensureDefinitionStatus, hasCondition, setCondition } from '../definition-conditions.js'
import { draftOf } from '../definition-draft.js'
import { acceptedNames, areSameNames } from './accepted-names.js'
import type { ControllerContext } from './controller-context.js'
import { DefinitionController } from './definition-controller.js'

/**
 * Accepts the names of definitions, first come, first served.
 *
 * Source: `NamingConditionController` of k8s.io/apiextensions-apiserver/pkg/controller/status.
 */
export class NamingController extends DefinitionController {
  /** Definitions that were written and not observed yet: their names must not be accepted twice meanwhile. */
  readonly #written = new Map<string, CustomResourceDefinition>()

  constructor(context: ControllerContext) {
    super(context, 'crd_naming_condition_controller')
  }

  protected override selects(): boolean {
    return true
  }

  protected override deleted(name: string): void {
    this.#written.delete(name)
    this.add(name)
  }

  protected override async sync(name: string): Promise<void> {
    const { definitions, updateStatus, clock } = this.context
    const found = definitions.get('', name)
    // Its names are free again.
    if (found === undefined) return this.#requeueOthers(name)
    if (areSameNames(found.spec.names, found.status?.acceptedNames)) return
    const outcome = acceptedNames(found, this.#group(found.spec.group))
    const unchanged = areSameNames(found.status?.acceptedNames, outcome.names)
    if (unchanged && hasCondition(found, outcome.namesAccepted)) return
    const definition = draftOf(found)
    ensureDefinitionStatus(definition).acceptedNames = outcome.names
    setCondition(definition, outcome.namesAccepted, new Date(clock.now()))
    setCondition(definition, outcome.established, new Date(clock.now()))
    const written = await updateStatus(definition)
    if (written === undefined) return
    this.#written.set(name, written)
    // Names may have been released.
    this.#requeueOthers(name)
  }

  *#group(group: string): Generator<CustomResourceDefinition> {
    for (const found of this.context.definitions.list()) {
      if (found.spec.group !== group) continue
      const written = this.#written.get(getName(found))
      if (written !== undefined && isNewer(written, found)) yield written
      else {
        this.#written.delete(getName(found))
        yield found
      }
    }
  }

  #requeueOthers(name: string): void {
    const group = name.slice(name.indexOf('.') + 1)
    for (const other of this.context.definitions.list()) {
      if (other.spec.group === group && getName(other) !== name) this.add(getName(other))
    }
  }
}

function isNewer(a: CustomResourceDefinition, b: CustomResourceDefinition): boolean {
  return Number(getResourceVersion(a)) > Number(getResourceVersion(b))
}
