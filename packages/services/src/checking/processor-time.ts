/** The processor time of a thread in milliseconds. */
export function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
