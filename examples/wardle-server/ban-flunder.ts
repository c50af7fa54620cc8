import type { Client } from '@apimachinery/client'
import type { AdmissionPlugin } from '@apimachinery/server/admission'
import { newForbidden } from 'apimachinery/errors'
import { Fischer } from '../wardle/generated/v1alpha1/index.gen.js'

/** Refuses flunders that some fischer does not want: plugin `BanFlunder`. */
export function banFlunder(client: Client): AdmissionPlugin {
  return {
    handles: (operation) => operation === 'CREATE',
    async validate({ resource, name, object }) {
      if (resource.resource !== 'flunders') return
      const wanted = name || (object as { metadata?: { name?: string } }).metadata?.name || ''
      const { items } = await client.resource(Fischer).list()
      if (items.some(({ disallowedFlunders }) => disallowedFlunders?.includes(wanted))) {
        throw newForbidden(resource, wanted, new Error('this name may not be used, please change the resource name'))
      }
    },
  }
}
