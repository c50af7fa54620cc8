/** Errors of one object that are looked for, and that an answer names: far more than anybody reads. */
export const mostErrors = 10_000
