const { compare } = new Intl.Collator('en', { numeric: true });

/** Puts the first rows into the order of the numbers in their names. Later pages stay as they come, so that no shown row moves. */
export function inNaturalOrder<Row extends { name: string }>(rows: readonly Row[], first: number): Row[] {
  return [...rows.slice(0, first).sort((one, other) => compare(one.name, other.name)), ...rows.slice(first)];
}
