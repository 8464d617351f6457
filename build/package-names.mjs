/** The names of our packages in npm's registry and of the server in MCP's: nothing else in the repository has them. */
export const packageNames = {
  command: '@gatehouse/cli',
  library: '@gatehouse/core',
  /** Node 24 for one platform, as the command needs it where the installed one is older. */
  runtime: (platform) => `@gatehouse/runtime-${platform}`,
  server: 'io.github.gatehouse/gatehouse',
};
