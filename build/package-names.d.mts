export const packageNames: {
  command: string;
  library: string;
  client: string;
  runtime(platform: string): string;
  server: string;
};
