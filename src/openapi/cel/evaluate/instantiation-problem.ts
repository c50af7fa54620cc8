/** The reason why a correctly typed expression has no program. */
export class InstantiationProblem extends Error {}
