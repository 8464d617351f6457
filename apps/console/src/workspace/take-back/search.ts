/** Whose changes are to be taken back, as the address of the page says it. */
export interface Chosen {
  agentId?: string;
  personId?: string;
  keyId?: string;
}

/** Reads the address: what is no choice is left out. */
export function readChosen(search: Record<string, unknown>): Chosen {
  const names = ['agentId', 'personId', 'keyId'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])).slice(0, 1));
}
