import fc from 'fast-check';

/** Ends at the first failing example. Finding the smallest one takes longer than all tests of the subject. */
fc.configureGlobal({ endOnFailure: true });
