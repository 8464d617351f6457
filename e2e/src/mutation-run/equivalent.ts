/** A change of the code that no test can notice, or that none should: what it changes is not what the product promises. */
interface Equivalent {
  file: string;
  /** The line as it is, and as it was changed, both without the space around them. */
  before: string;
  after: string;
  because: string;
}

export const equivalent: readonly Equivalent[] = [];
