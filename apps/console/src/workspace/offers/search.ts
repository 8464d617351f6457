/** Author and time of the changes to take back, as in the address. */
export interface Chosen {
  agentId?: string;
  personId?: string;
  keyId?: string;
  since?: number;
  until?: number;
}

export type Whose = Pick<Chosen, 'agentId' | 'personId' | 'keyId'>;

/** Reads the address and drops invalid values. */
export function readChosen(search: Record<string, unknown>): Chosen {
  const times = ['since', 'until'].flatMap((name) => (Number.isInteger(search[name]) ? [[name, search[name]]] : []));
  return { ...readWhose(search), ...Object.fromEntries(times) };
}

export function readWhose(search: Record<string, unknown>): Whose {
  const names = ['agentId', 'personId', 'keyId'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])).slice(0, 1));
}
