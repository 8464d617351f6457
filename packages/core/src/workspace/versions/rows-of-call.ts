/**
 * End of the time of a call. The call is found by its identifier, and the clock of the process that made it can be ahead of this one.
 */
export const endOfCall = Number.MAX_SAFE_INTEGER;
/** Maximum rows of the history of a call. No call changes more. */
export const maxRowsOfCall = 2000;
