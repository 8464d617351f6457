import fc from 'fast-check';

/** A property that a fault breaks is broken: looking for the smallest example of it takes longer than the whole subject's tests. */
fc.configureGlobal({ endOnFailure: true });
