import type { KubernetesObject } from 'apimachinery/runtime'

/** An event of an object. Objects are frozen. */
export type ControllerEvent<T extends KubernetesObject> =
  | {
      readonly type: 'create'
      readonly object: T
      /** The object was there when the controller began. */
      readonly isInInitialList: boolean
    }
  | { readonly type: 'update'; readonly old: T; readonly object: T; readonly isResync: boolean }
  | { readonly type: 'delete'; readonly object: T; readonly finalStateUnknown: boolean }
  | { readonly type: 'generic'; readonly object: T }

/** Decides whether an event is worth a look. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: ControllerEvent<T>) => boolean
