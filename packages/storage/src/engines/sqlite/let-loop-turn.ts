/**
 * Limits of `letLoopTurn`. The event loop accepts one connection a turn. If each turn were a whole batch of calls, hundreds of new
 * connections would wait for hundreds of batches, and so would an idle caller queued after them. An empty turn costs about a microsecond.
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
