/** Reads processor time as `ps` writes it, such as `0:07.25` or `2-10:05:00`. Returns seconds. */
export function readPsTime(time: string): number {
  const hasDays = time.includes('-');
  return time.split(/[-:]/).reduce((sum, part, index, all) => sum * (all.length - index === 3 && hasDays ? 24 : 60) + Number(part), 0);
}
