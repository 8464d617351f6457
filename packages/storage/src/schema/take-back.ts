/** Position of a row in the order of times. */
export interface TimePosition {
  at: number;
  itemId: string;
  number: number;
}

/** Subject of a take-back: one maker's changes, all changes in a time range, those of a call or a trace, or another take-back. */
export interface TakeBackSubject {
  kind: 'key' | 'agent' | 'person' | 'time' | 'call' | 'trace' | 'take_back';
  id: string | null;
  /** Caller of a trace. Callers name traces, so several callers can use the same name (D14). */
  of?: { maker: 'agentId' | 'personId'; id: string };
}

/** Progress of a take-back. */
export interface TakeBackProgress {
  subject: TakeBackSubject;
  /** Range of times, both inclusive. */
  since: number;
  until: number;
  /** Source that is being read now, and the position in it. */
  source: 'versions' | 'changes' | 'log' | 'take_back' | 'preview' | 'names';
  position: TimePosition;
  /** Tool whose calls are searched in the log. */
  tool: string | null;
  /**
   * Current pass; undefined before the first step. Items for the trash go first, which frees their names. Restored folders come next, then
   * the rest, then what comes out of the trash, then other folders, then names.
   */
  pass?: 'trash' | 'restored' | 'rest' | 'back' | 'folders' | 'names';
  /** True if an entry has another name than the wanted one. A last pass then sets names. */
  isNameWanted?: boolean;
  /** Number of repetitions of this pass over folders. Folders below others are deleted before them and restored after them (D73). */
  rounds?: number;
  /** True if a folder waits for another folder, so the pass is repeated. */
  isFolderWaiting?: boolean;
  /** Last item that this pass has reached. */
  itemId: string;
  found: number;
  takenBack: number;
  left: number;
  unchanged: number;
}

/** State of an item: its version (0 before the first one), and if it is in the trash. */
export interface TakeBackPoint {
  version: number;
  isDeleted: boolean;
}

/** Known facts about an item that may be taken back. */
export interface TakeBackPlan {
  /** First of the changes: a version (`change` 0), or a change of the item at a version. */
  first?: { version: number; change: number };
  /** Number of its versions among the changes. */
  versions: number;
  /** Kinds of changes that have no history. */
  others: string[];
  /** Target state, if the item is still as that take-back left it. */
  undoes?: { made: TakeBackMade; was: TakeBackPoint };
  /** True if rows of the history record its earlier fields (D66). */
  hasRows?: boolean;
  /** Fields that were reset to their earlier values. */
  fields?: string[];
  /** Number of places in a merged text that others changed too. They stay. */
  openPlaces?: number;
  /** True if a person wants it to stay unchanged. */
  isLeftOut?: boolean;
  /** Choices of a person for places of the text that others changed too, by identifier of the place. */
  choices?: Record<string, 'before' | 'now'>;
  /** Name that this item should have, but another one had it. The other may be renamed later in the same take-back. */
  wantedName?: string;
  /** Time when it lost the name that it is to have again. If several entries lost one name, the last gets it. */
  lostAt?: number;
  /** Reason for leaving the item. */
  reason?: string;
  /** State before, and result. */
  was?: TakeBackPoint;
  made?: TakeBackMade;
}

/** State in which a take-back left an item: its version, and its last move into or out of the trash. */
export interface TakeBackMade {
  version: number;
  change: number;
  /** Rows of the history that the take-back wrote: after the first number, up to the second. */
  rows?: { after: number; upTo: number };
}
