import { addToScheme, Deployment } from 'apimachinery/api/apps/v1'
import { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'

const scheme = new Scheme()
addToScheme(scheme)

const text = '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2}}'
const { object, gvk } = new CodecFactory(scheme).universalDeserializer().decode(text)
const kind: GroupVersionKind = gvk
if (!(object instanceof Deployment)) throw new Error(`${kind.toString()} was not read as a Deployment`)
const replicas: number | undefined = object.spec.replicas
console.log(`${kind.toString()}: ${object.metadata?.name ?? 'nameless'} ×${replicas ?? 'default'}`)
