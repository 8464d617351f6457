/** Unique name for a tool. */
export function freeName(wanted: string, taken: Set<string>, longest: number): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted.slice(0, longest - 4)}_${number}`;
  taken.add(name);
  return name;
}
