/** Original maximum bytes of the tool definitions that a write key lists over MCP (D9). */
const firstLimit = 24 * 1024;

/** Bytes that later capabilities may add, each at most 1 KiB. */
const allowances = {
  /** Folders of skills: argument `path` of text tools, `files` and `removeFiles` of write_skill, and read_skill_files (D72). */
  skillFolders: 1024,
  /** Questions in plain words, text of files and pictures (D75, D24.5), and changes since a time (D65.8). */
  answers: 1000,
  /** Folders in folders (D73). */
  folders: 700,
  /** Comments, and the review of changes (D74). */
  comments: 1372,
};

/** Maximum bytes of a listing for a write key (D9). */
export const maxListingBytes = Object.values(allowances).reduce((sum, bytes) => sum + bytes, firstLimit);
