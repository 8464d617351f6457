/**
 * The event loop accepts one connection a turn. Were each turn a whole batch of calls, hundreds of new connections, and the idle caller
 * behind them, would wait for as many batches. An empty turn costs about a microsecond.
 */
const maxTurns = 64;
const maxMs = 5;

/** Lets the event loop take in what has arrived, for at most 64 turns and 5 ms, and calls `then`. // D51 */
export function letLoopTurn(then: () => void): void {
  const began = performance.now();
  let turns = 0;
  setImmediate(function turn() {
    turns++;
    if (turns >= maxTurns || performance.now() - began >= maxMs) then();
    else setImmediate(turn);
  });
}
