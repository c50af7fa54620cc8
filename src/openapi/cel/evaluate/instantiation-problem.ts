/** Why no program can be made of an expression, although its types are right. */
export class InstantiationProblem extends Error {}
