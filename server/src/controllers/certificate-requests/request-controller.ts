import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { getName } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { isIssued } from './request-conditions.js'

/** A request that is looked at again later, without being reported. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError'
}

/** A controller that looks at every request that has no certificate. Source: pkg/controller/certificates of Kubernetes. */
export function requestController(
  name: string,
  context: ControllerContext,
  handle: (request: CertificateSigningRequest) => Promise<void>,
): Controller {
  const requests = context.informers.informerFor(CertificateSigningRequest)

  async function reconcile(key: string): Promise<undefined> {
    const request = requests.lister.get(key)
    if (request !== undefined && !isIssued(request)) await handle(request)
    return undefined
  }

  const expected = (error: unknown): boolean => error instanceof NotYetError
  const loop = reconcileLoop({ name, context, reconcile, expected })
  return {
    name,
    start() {
      const add = (request: CertificateSigningRequest): void => loop.add(getName(request))
      requests.addEventHandler({ onAdd: add, onUpdate: (_old, request) => add(request) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
