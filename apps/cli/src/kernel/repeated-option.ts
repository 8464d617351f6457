/** Collects the values of an option that can be given several times. */
export const several = (text: string, others: string[]): string[] => [...others, text];

/** Value of such an option that is not given. */
export const none: string[] = [];
