import type { SizeOfPath } from '../cost/estimate-call.js'
import { isKeywordProperty } from '../escape.js'
import type { StaticType } from '../values/cel-static-type.js'

/** Sizes of what is found in `self` and `oldSelf`, from the bounds of their schema. */
export function sizeOfPathIn(root: StaticType): SizeOfPath {
  return (path) => {
    if (path.length === 0) return undefined
    let type: StaticType | undefined = root
    for (const step of path.slice(1)) {
      type = stepInto(type, step)
      if (type === undefined) return undefined
    }
    return { min: 0, max: type.maxElements ?? 0 }
  }
}

function stepInto(type: StaticType, step: string): StaticType | undefined {
  if (step === '@items' || step === '@values') return type.params?.at(-1)
  if (step === '@keys') return type.name === 'map' ? type.params?.[0] : undefined
  return isKeywordProperty(step) ? undefined : type.fields?.get(step)
}
