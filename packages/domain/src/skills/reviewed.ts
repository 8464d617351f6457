/** Author of a version: an agent with its key, or a person. */
export interface SavedBy {
  agentId: string | null;
  keyId: string | null;
  /** True if a person saved it by taking changes back, and the restored state was never reviewed. */
  needsReview?: boolean;
}

/**
 * True if a version needs no review, because a person or Gatehouse itself saved it. A version that came through a key is an agent's, for
 * any person. It is unreviewed until a person saves, accepts or confirms it. // D72
 */
export function isReviewedWhenSaved({ agentId, keyId, needsReview = false }: SavedBy): boolean {
  return agentId === null && keyId === null && !needsReview;
}
