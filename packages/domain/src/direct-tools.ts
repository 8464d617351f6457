/** A tool of a service that a key lists as a tool of its own (D76). */
export interface DirectTool {
  /** `<service>__<tool>`: its name in lists. */
  toolSlug: string;
  /** Null for the default connection of the service (D34). */
  connectionId: string | null;
}

/** Maximum direct tools of a key. */
export const maxDirectTools = 30;

/** Maximum bytes of a direct tool in a list: about 4,000 tokens. */
export const maxDirectToolBytes = 16_384;
