/** A row in the order of times. */
export interface TimePosition {
  at: number;
  itemId: string;
  number: number;
}

/** Whose changes are taken back: everybody's in a time range, one call's, a trace's, or those of another take-back. */
export interface TakeBackSubject {
  kind: 'key' | 'agent' | 'person' | 'time' | 'call' | 'trace' | 'take_back';
  id: string | null;
  /** Whose part of a trace: callers name traces, so several callers can use the same name (D14). */
  of?: { maker: 'agentId' | 'personId'; id: string };
}

/** How far a take-back is. */
export interface TakeBackProgress {
  subject: TakeBackSubject;
  /** Both are in it. */
  since: number;
  until: number;
  /** What is looked through now, and how far. */
  source: 'versions' | 'changes' | 'log' | 'take_back' | 'preview';
  position: TimePosition;
  /** What is looked for in the log. */
  tool: string | null;
  /** What goes to the trash goes first, so that it holds no name; then folders come back; then the rest; then other folders. Not there before the first step. */
  pass?: 'trash' | 'restored' | 'rest' | 'folders' | 'names';
  /** Whether an entry has another name than it wants, so that there is a last pass for names. */
  isNameWanted?: boolean;
  /** The last item that this pass has come to. */
  itemId: string;
  found: number;
  takenBack: number;
  left: number;
  unchanged: number;
}

/** The state of an item: its version, 0 before the first one, and whether it is in the trash. */
export interface TakeBackPoint {
  version: number;
  isDeleted: boolean;
}

/** What is known about an item that may be taken back. */
export interface TakeBackPlan {
  /** The first of the changes: a version (`change` 0), or what happened to the item at one. */
  first?: { version: number; change: number };
  /** How many of its versions are among the changes. */
  versions: number;
  /** What of the changes has no history. */
  others: string[];
  /** Where it goes, if it is still as that take-back left it. */
  undoes?: { made: TakeBackMade; was: TakeBackPoint };
  /** Whether rows of the history say what its fields were (D66). */
  hasRows?: boolean;
  /** The fields that got the values of before. */
  fields?: string[];
  /** Of a text that was merged: places that others changed too, which stay. */
  openPlaces?: number;
  /** A person wants it to stay as it is. */
  isLeftOut?: boolean;
  /** What a person chose for places of its text that others changed too, by the identifier of the place. */
  choices?: Record<string, 'before' | 'now'>;
  /** The name that something else had when it got its own, which may be renamed later in the same take-back. */
  wantedName?: string;
  /** Why it was left. */
  reason?: string;
  /** What was done. */
  was?: TakeBackPoint;
  made?: TakeBackMade;
}

/** How a take-back left an item: its version, and the last time it came into the trash or out of it. */
export interface TakeBackMade {
  version: number;
  change: number;
  /** Its rows of the history: behind the first number, up to the second. */
  rows?: { after: number; upTo: number };
  /** Whether it changed fields alone. */
  isBodyAsBefore?: boolean;
}
