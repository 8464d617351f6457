export const packageNames: { command: string; library: string; runtime(platform: string): string; server: string };
