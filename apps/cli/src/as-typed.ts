/** How the person who reads this types a command: in a clone of the repository the name alone is on no path. */
export function asTyped(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_lifecycle_event === undefined ? text : text.replaceAll('"gatehouse ', '"npx -y pnpm@12 gatehouse ');
}
