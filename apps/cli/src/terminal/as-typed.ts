/** Writes a command as this reader types it. In a clone of the repository, the command's name is not on the path. */
export function asTyped(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_lifecycle_event === undefined ? text : text.replaceAll('"gatehouse ', '"npx -y pnpm@12 gatehouse ');
}
