/** The names of our packages in npm's registry and of the server in MCP's: nothing else in the repository has them. */
export const packageNames = {
  command: '@gatehouse/cli',
  /** The gateway as a library. */
  library: '@gatehouse/core',
  /** The typed client for programs. */
  client: '@gatehouse/client',
  /** The executable for one platform, which the command needs where the installed Node is older than 24. */
  runtime: (platform) => `@gatehouse/runtime-${platform}`,
  server: 'io.github.gatehouse/gatehouse',
};
