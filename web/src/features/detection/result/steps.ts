/** Returns the first sentence of a step, for places with little room. */
export const getFirstSentence = (step: string): string => /^.+?[.!?](?=\s)/.exec(step)?.[0] ?? step
