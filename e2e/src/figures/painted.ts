/**
 * A script of a page: resolves with the time at which something was painted on it, by the clock of `performance.now()`.
 * @param isThere an expression of the page, asked in every frame
 */
export const whenPainted = (isThere: string) => `new Promise((resolve) => {
  const look = () => {
    if (!(${isThere})) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage('behind the frame that is painted now');
  };
  requestAnimationFrame(look);
})`;
