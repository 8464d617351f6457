import path from 'node:path';
import { defaultCallsPerMinute, nearest } from '@gatehouse/core';
import { parseProxies } from '@gatehouse/entrance';
import { readS3Address } from '@gatehouse/files-s3';
import { parseAllowedRanges } from '@gatehouse/services';
import { z } from 'zod';
import { readIssuer } from './company/read-issuer.ts';
import { UsageError } from './faults.ts';
import { readMailServer } from './mail/read-mail-server.ts';

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= from && value <= to, { error: `must be a whole number from ${from} to ${to}` });

const oneOf = <const Word extends string>(...words: Word[]) => z.enum(words, { error: `must be one of ${words.join(', ')}` });

const address = (protocols: RegExp, error: string) =>
  z.string().refine((text) => protocols.test(URL.parse(text)?.protocol ?? ''), { error });

/** Private addresses that connected services may have (D37). */
const ranges = z.string().transform((text, check) => {
  try {
    return parseAllowedRanges(text);
  } catch (error) {
    check.issues.push({ code: 'custom', message: `is wrong: ${(error as Error).message}`, input: text });
    return z.NEVER;
  }
});

/** Proxies that are believed when they say for whom they ask. */
const proxies = z.string().transform((text, check) => {
  try {
    return parseProxies(text);
  } catch (error) {
    check.issues.push({ code: 'custom', message: `is wrong: ${(error as Error).message}`, input: text });
    return z.NEVER;
  }
});

const fileStore = z.string().transform((text, check) => {
  try {
    return readS3Address(text);
  } catch (error) {
    check.issues.push({ code: 'custom', message: (error as Error).message, input: text });
    return z.NEVER;
  }
});

const mailServer = z.string().transform((text, check) => {
  try {
    return readMailServer(text);
  } catch (error) {
    check.issues.push({ code: 'custom', message: (error as Error).message, input: text });
    return z.NEVER;
  }
});

const issuer = z.string().transform((text, check) => {
  try {
    return readIssuer(text);
  } catch (error) {
    check.issues.push({ code: 'custom', message: (error as Error).message, input: text });
    return z.NEVER;
  }
});

/** Everything that can be configured; flags > environment > these defaults. */
const schema = z.object({
  host: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address' })
    .default('127.0.0.1'),
  port: wholeNumber(0, 65_535).default(4747),
  workers: wholeNumber(1, 64).default(1),
  data: z
    .string()
    .default('.gatehouse')
    .transform((directory) => path.resolve(directory)),
  databaseUrl: address(/^postgres(?:ql)?:$/, 'must begin with postgres://; leave it out to use SQLite in the data directory').optional(),
  files: fileStore.optional(),
  baseUrl: address(/^https?:$/, 'must be an http or https address, such as https://gatehouse.example')
    .transform(withoutSlash)
    .optional(),
  secret: z.string().min(32, { error: 'must have at least 32 characters; "openssl rand -base64 32" makes one' }).optional(),
  trustedProxies: proxies.default('none'),
  callsPerMinute: wholeNumber(1, 1_000_000).default(defaultCallsPerMinute),
  /** 0 keeps all. */
  activityDays: wholeNumber(0, 36_500).default(90),
  durability: oneOf('full', 'relaxed').default('full'),
  log: oneOf('silent', 'error', 'info', 'debug').default('error'),
  allowPrivateServices: ranges.default('none'),
  /** Seconds. */
  serviceTimeout: wholeNumber(1, 600).default(60),
  metricsToken: z
    .string()
    .regex(/^\S{16,}$/, { error: 'must have at least 16 characters and no space; "openssl rand -base64 32" makes one' })
    .optional(),
  smtpUrl: mailServer.optional(),
  mailFrom: z
    .string()
    .regex(/^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u, {
      error: 'must be an e-mail address alone, such as gatehouse@example.com',
    })
    .optional(),
  oidcIssuer: issuer.optional(),
  oidcClientId: z.string().max(500).optional(),
  oidcClientSecret: z.string().max(2000).optional(),
  oauth: oneOf('on', 'registration', 'off').default('on'),
  key: z.string().optional(),
});

export type Configuration = z.output<typeof schema>;
export type LogLevel = Configuration['log'];

/** What command-line flags can set; no secret is among them, because everybody on the machine sees arguments. */
export type ConfigurationFlags = { [Flag in (typeof flagNames)[number]]?: string | undefined };

const flagNames = ['host', 'port', 'workers', 'data'] as const;

/** The flag that sets a field; undefined where only the environment does. */
export function flagOf(field: keyof Configuration): string | undefined {
  return flagNames.some((flag) => flag === field) ? `--${field}` : undefined;
}

export const variables: Record<keyof Configuration, string> = {
  host: 'GATEHOUSE_HOST',
  port: 'GATEHOUSE_PORT',
  workers: 'GATEHOUSE_WORKERS',
  data: 'GATEHOUSE_DATA',
  databaseUrl: 'DATABASE_URL',
  files: 'GATEHOUSE_FILES',
  baseUrl: 'GATEHOUSE_BASE_URL',
  secret: 'GATEHOUSE_SECRET',
  trustedProxies: 'GATEHOUSE_TRUSTED_PROXIES',
  callsPerMinute: 'GATEHOUSE_CALLS_PER_MINUTE',
  activityDays: 'GATEHOUSE_ACTIVITY_DAYS',
  durability: 'GATEHOUSE_DURABILITY',
  log: 'GATEHOUSE_LOG',
  allowPrivateServices: 'GATEHOUSE_ALLOW_PRIVATE_SERVICES',
  serviceTimeout: 'GATEHOUSE_SERVICE_TIMEOUT',
  metricsToken: 'GATEHOUSE_METRICS_TOKEN',
  smtpUrl: 'GATEHOUSE_SMTP_URL',
  mailFrom: 'GATEHOUSE_MAIL_FROM',
  oidcIssuer: 'GATEHOUSE_OIDC_ISSUER',
  oidcClientId: 'GATEHOUSE_OIDC_CLIENT_ID',
  oidcClientSecret: 'GATEHOUSE_OIDC_CLIENT_SECRET',
  oauth: 'GATEHOUSE_OAUTH',
  key: 'GATEHOUSE_KEY',
};
const names = Object.values(variables);
const neverShown = new Set<string>(['secret', 'metricsToken', 'key', 'databaseUrl', 'files', 'smtpUrl', 'oidcIssuer', 'oidcClientSecret']);

/** Reads the configuration once, at the edge. Throws UsageError that names the flag or variable, and the likely one for an unknown name. */
export function readConfiguration(flags: ConfigurationFlags = {}, environment: NodeJS.ProcessEnv = process.env): Configuration {
  refuseUnknownVariables(environment);
  const given: Record<string, string> = {};
  for (const [field, variable] of Object.entries(variables)) {
    const value = flags[field as keyof ConfigurationFlags] ?? environment[variable];
    // An empty variable is one that was not set: that is how compose files leave one out.
    if (value !== undefined && value !== '') given[field] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return requireAllOfCompany(requireWhatMailNeeds(result.data));
  throw new UsageError(result.error.issues.map((issue) => describeIssue(issue, given, flags)).join('; '));
}

/** A mail comes from an address, and the links in it begin with the public one: no other is known to work for who reads it (D40). */
function requireWhatMailNeeds(configuration: Configuration): Configuration {
  const { smtpUrl, baseUrl, mailFrom } = configuration;
  if (smtpUrl && baseUrl === undefined) throw new UsageError('GATEHOUSE_SMTP_URL needs GATEHOUSE_BASE_URL: links in mails begin with it');
  if (smtpUrl && mailFrom === undefined)
    throw new UsageError('GATEHOUSE_SMTP_URL needs GATEHOUSE_MAIL_FROM: the address that mails come from');
  return configuration;
}

/** A company sign-in begins when all three are given; one that is forgotten must not switch it off unseen (D38). */
function requireAllOfCompany(configuration: Configuration): Configuration {
  const fields = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const;
  const given = fields.find((field) => configuration[field] !== undefined);
  const missing = fields.find((field) => configuration[field] === undefined);
  if (given && missing) throw new UsageError(`${variables[given]} needs ${variables[missing]}: company sign-in takes all three`);
  return configuration;
}

function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('GATEHOUSE_') || names.includes(name)) continue;
    const likely = nearest(name, names);
    throw new UsageError(`there is no setting ${name}${likely ? `; did you mean ${likely}?` : ''} (settings: ${names.join(', ')})`);
  }
}

function describeIssue(issue: z.core.$ZodIssue, given: Record<string, string>, flags: ConfigurationFlags): string {
  const field = String(issue.path[0]) as keyof Configuration;
  const source = field in flags && flags[field as keyof ConfigurationFlags] !== undefined ? `--${field}` : variables[field];
  return `${source} ${issue.message}${neverShown.has(field) ? '' : `, not ${JSON.stringify(given[field])}`}`;
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, '');
}
