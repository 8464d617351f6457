/** A tool of a service that a key lists under the tool's own name (D76). */
export interface DirectTool {
  /** Name in lists: `<service>__<tool>`. */
  toolSlug: string;
  /** Null for the default connection of the service (D34). */
  connectionId: string | null;
}

/** Maximum direct tools of a key. */
export const maxDirectTools = 30;

/** Maximum bytes of a direct tool in a list: about 4,000 tokens. */
export const maxDirectToolBytes = 16_384;
