/** Who saved a version: an agent with its key, or a person. */
export interface SavedBy {
  agentId: string | null;
  keyId: string | null;
  /** A person saved it by taking changes back, and what it has again was never reviewed. */
  needsReview?: boolean;
}

/**
 * Whether a version needs no review: a person saved it, or Gatehouse itself. One that came through a key is an agent's, for
 * any person, and is unreviewed until a person saves, accepts or confirms it. // D72
 */
export function isReviewedWhenSaved({ agentId, keyId, needsReview = false }: SavedBy): boolean {
  return agentId === null && keyId === null && !needsReview;
}
