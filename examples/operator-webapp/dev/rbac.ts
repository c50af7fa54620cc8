import { Client } from '@apimachinery/client'
import { rbacManifest } from '@apimachinery/client/controller'
import { InProcessTransport } from '@apimachinery/client/transport'
import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import { newOperator } from '../src/operator.js'

/** Namespace, account and roles of the operator: the rules are those that its controllers and its election declare. */
export function rbacText(): string {
  // No request is sent: only the required permissions are collected.
  const transport = new InProcessTransport(() => Promise.reject(new Error('not connected')))
  const name = 'webapp'
  const manager = newOperator({
    client: Client.from({ transport }),
    leaderElection: { name, namespace: name },
  })
  const objects = rbacManifest({
    name,
    namespace: name,
    rules: manager.policyRules(),
    namespaceRules: manager.electionRules(),
  })
  return objects.map((object) => jsonToYAML(object as never)).join('---\n')
}
