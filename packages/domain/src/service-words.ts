/** Stands before the service's own words in the message of its error. The console shows people only what follows it. */
export const beforeServiceWords = 'correct the call by what it says: ';
