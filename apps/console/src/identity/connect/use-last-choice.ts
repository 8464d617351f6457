import { useState } from 'react';

/** A choice among tabs, which this browser remembers. A choice that is no longer offered counts as none. */
export function useLastChoice(
  name: string,
  offered: readonly string[],
): [chosen: string | undefined, choose: (chosen: string | null) => void] {
  const key = `gatehouse ${name}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(key));
  const choose = (next: string | null) => {
    if (next === null) return;
    setChosen(next);
    localStorage.setItem(key, next);
  };
  return [offered.find((one) => one === chosen) ?? offered[0], choose];
}
