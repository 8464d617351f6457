const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Short browser name, such as `Firefox on Windows`. Unknown user agents are cut to 40 characters. */
export function browserName(client: string | null): string {
  if (client === null) return 'A browser';
  const [browser, system] = [browsers, systems].map((table) => table.find(([pattern]) => pattern.test(client))?.[1]);
  if (browser === undefined) return client.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}
