/**
 * Limits of `letLoopTurn`. The event loop accepts one connection a turn. With a whole batch of calls in each turn, hundreds of new
 * connections, and an idle caller queued after them, would wait for that many batches. An empty turn costs about a microsecond.
 */
const maxTurns = 64;
const maxMs = 5;

/** Lets the event loop take pending events, for at most 64 turns and 5 ms, and then calls `then`. // D51 */
export function letLoopTurn(then: () => void): void {
  const began = performance.now();
  let turns = 0;
  setImmediate(function turn() {
    turns++;
    if (turns >= maxTurns || performance.now() - began >= maxMs) then();
    else setImmediate(turn);
  });
}
