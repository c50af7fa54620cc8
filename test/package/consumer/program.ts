import { GroupVersion, type GroupVersionKind } from 'apimachinery/schema'

const gvk: GroupVersionKind = new GroupVersion('apps', 'v1').withKind('Deployment')
console.log(gvk.toString())
