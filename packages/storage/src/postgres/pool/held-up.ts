/** A lane of which is watched whether it answers. */
export interface WatchedLane<Group> {
  /** What was sent and is not answered, in the order of its answers. */
  sent: Group[];
  /** The first of it when it was looked at last. */
  firstSeen: Group | undefined;
  /** The first of it was not answered for so long that others should not wait behind it. */
  isHeldUp: boolean;
}

/** More than a quick statement takes on a busy machine, and little for somebody who waits. Twice that may go by before it is noticed. */
const heldUpMs = 50;

/** Looks at the lanes as long as something is sent on one of them, and tells of each that is held up at every look. */
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

  /** To be called when something is sent. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    // A turn of the event loop that took long ends with a timer, and then with answers that came long before: they are read first.
    timer = timer?.refresh() ?? setTimeout(() => setImmediate(look), heldUpMs).unref();
  }

  return { watch };
}
