/** A lane that is watched for late answers. */
export interface WatchedLane<Group> {
  /** Groups that were sent and are not answered, in the order of their answers. */
  sent: Group[];
  /** First unanswered group at the last look. */
  firstSeen: Group | undefined;
  /** True if the first group has waited for its answer so long that others should not wait after it. */
  isHeldUp: boolean;
}

/**
 * Longer than a quick statement takes on a busy machine, and short for a waiting caller. A lane can be held up for twice this time before
 * it is noticed.
 */
const heldUpMs = 50;

/** Checks the lanes while one of them has unanswered statements. Reports each delayed lane at every check. */
export function watchLanes<Group, Lane extends WatchedLane<Group>>(lanes: readonly Lane[], tell: (lane: Lane) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;

  function look(): void {
    isWatching = false;
    for (const lane of lanes) {
      const [first] = lane.sent;
      lane.isHeldUp = first !== undefined && first === lane.firstSeen;
      lane.firstSeen = first;
    }
    for (const lane of lanes) if (lane.isHeldUp) tell(lane);
    if (lanes.some(({ sent }) => sent.length > 0)) watch();
  }

  /** Call this after sending. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    // After a long turn, the event loop runs timers before it reads answers that arrived earlier. Read those first.
    timer = timer?.refresh() ?? setTimeout(() => setImmediate(look), heldUpMs).unref();
  }

  return { watch };
}
