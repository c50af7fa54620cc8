import { labelSelectorAsSelector, parse } from 'apimachinery/labels'
import type { LabelSelector } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { factsOf } from '../cache/object-facts.js'
import type { ControllerEvent, Predicate } from './controller-event.js'

/** The same text without `undefined`: both are JSON. */
type SelectorOfLibrary = Parameters<typeof labelSelectorAsSelector>[0]
type Objects = (event: ControllerEvent<KubernetesObject>) => boolean

/** Updates that change `metadata.generation`: not those of status or metadata. Other events pass. */
export const generationChanged: Objects = (event) =>
  event.type !== 'update' || factsOf(event.old).generation !== factsOf(event.object).generation

/** Updates that change `metadata.resourceVersion`: not resyncs. Other events pass. */
export const resourceVersionChanged: Objects = (event) =>
  event.type !== 'update' || factsOf(event.old).resourceVersion !== factsOf(event.object).resourceVersion

/** Updates that change labels. Other events pass. */
export const labelsChanged: Objects = (event) =>
  event.type !== 'update' || !sameTexts(factsOf(event.old).labels, factsOf(event.object).labels)

/** Updates that change annotations. Other events pass. */
export const annotationsChanged: Objects = (event) =>
  event.type !== 'update' || !sameTexts(factsOf(event.old).annotations, factsOf(event.object).annotations)

/** Events of objects that a selector of labels fits. @throws InvalidLabelSelector */
export function matchesLabels(selector: string | LabelSelector): Objects {
  const matcher =
    typeof selector === 'string' ? parse(selector) : labelSelectorAsSelector(selector as SelectorOfLibrary)
  return ({ object }) => matcher.matches(factsOf(object).labels ?? {})
}

/** Events of objects that a function fits. */
export function matchesObject<T extends KubernetesObject>(fits: (object: T) => boolean): Predicate<T> {
  return ({ object }) => fits(object)
}

/** Events that all predicates let pass. */
export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event))
}

/** Events that any of the predicates accepts. */
export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event))
}

/** Events that a predicate does not let pass. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event)
}

function sameTexts(a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}
