/** Maximum bytes of a comment (D74). */
export const maxCommentBytes = 4096;

/** Maximum characters of the words that a comment is about. */
export const maxQuote = 1000;

/** Maximum comments on one item or task. */
export const maxComments = 500;

/** Maximum people and agents that one comment mentions. */
export const maxMentions = 20;

/** Maximum people and agents that an agent can mention in a minute. */
export const maxMentionsPerMinute = 5;
