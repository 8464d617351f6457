export const testPackages: readonly string[];
