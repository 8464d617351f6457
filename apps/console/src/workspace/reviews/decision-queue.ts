export type Verdict = 'accept' | 'decline';

/** A decision about changes. */
export interface Decision {
  verdict: Verdict;
  /** True for all changes that are left. */
  ids: readonly string[] | true;
  note?: string;
}

/** Takes the next decisions that one call can make: several of one kind, without a note. */
export function takeBatch(queue: Decision[]): Decision | undefined {
  const first = queue.shift();
  if (!first || first.note !== undefined || first.ids === true) return first;
  const ids = [...first.ids];
  for (let next = queue[0]; next?.verdict === first.verdict && next.note === undefined && next.ids !== true; next = queue[0]) {
    ids.push(...next.ids);
    queue.shift();
  }
  return { verdict: first.verdict, ids };
}

/** Identifier of a change after others were decided: changes with the same texts are numbered. */
export function idAfter(id: string, decided: Iterable<string>): string {
  const { name, number } = partsOf(id);
  let left = number;
  for (const other of decided) {
    const same = partsOf(other);
    if (same.name === name && same.number < number) left--;
  }
  return left === 1 ? name : `${name}-${left}`;
}

function partsOf(id: string): { name: string; number: number } {
  const [name = id, number] = id.split('-');
  return { name, number: number === undefined ? 1 : Number(number) };
}
