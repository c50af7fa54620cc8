import type { Controller, ControllerContext } from './controller.js'
import type { ControllerIdentity } from './controller-identity.js'
import type { ControllerSettings } from './controller-settings.js'

/** A controller that can be started by its name. */
export interface ControllerDescriptor {
  /** As in kube-controller-manager, where it has the same. */
  readonly name: string
  /** Other names that it is accepted by. */
  readonly aliases?: readonly string[] | undefined
  readonly identity: ControllerIdentity
  /** The component that its events name. Default: `name`. */
  readonly component?: string | undefined
  /** `*` does not include it. */
  readonly disabledByDefault?: boolean | undefined
  readonly make: (context: ControllerContext, settings: ControllerSettings) => Controller | Promise<Controller>
}
