/** Whose changes are to be taken back, and of which time, as the address of the page says it. */
export interface Chosen {
  agentId?: string;
  personId?: string;
  keyId?: string;
  since?: number;
  until?: number;
}

export type Whose = Pick<Chosen, 'agentId' | 'personId' | 'keyId'>;

/** Reads the address: what is no choice is left out. */
export function readChosen(search: Record<string, unknown>): Chosen {
  const times = ['since', 'until'].flatMap((name) => (Number.isInteger(search[name]) ? [[name, search[name]]] : []));
  return { ...readWhose(search), ...Object.fromEntries(times) };
}

export function readWhose(search: Record<string, unknown>): Whose {
  const names = ['agentId', 'personId', 'keyId'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])).slice(0, 1));
}
