import path from 'node:path';
import { defaultCallsPerMinute, nearest } from '@gatehouse/core';
import { messageOf } from '@gatehouse/domain';
import { parseProxies } from '@gatehouse/entrance';
import { readS3Address } from '@gatehouse/files-s3';
import { parseAllowedRanges } from '@gatehouse/services';
import { z } from 'zod';
import { UsageError } from '../kernel/faults.ts';
import { readIssuer } from './company/read-issuer.ts';
import { readMailServer } from './mail/read-mail-server.ts';

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= from && value <= to, { error: `must be a whole number from ${from} to ${to}` });

const oneOf = <const Word extends string>(...words: Word[]) => z.enum(words, { error: `must be one of ${words.join(', ')}` });

/** Base URL. Refuses a path, because links, cookies and the console are at the root of an origin. */
const baseUrl = z.string().transform((text, check) => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  const message = 'must be an http or https address without a path, such as https://gatehouse.example';
  check.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

const address = (protocols: RegExp, error: string) =>
  z.string().refine((text) => protocols.test(URL.parse(text)?.protocol ?? ''), { error });

/** A setting that is read by a function, whose error becomes the message about the setting. */
const readBy = <Value>(read: (text: string) => Value, prefix = '') =>
  z.string().transform((text, check) => {
    try {
      return read(text);
    } catch (error) {
      check.issues.push({ code: 'custom', message: `${prefix}${messageOf(error)}`, input: text });
      return z.NEVER;
    }
  });

/** Private addresses that connected services may have (D37). */
const ranges = readBy(parseAllowedRanges, 'is wrong: ');

/** Proxies whose forwarding headers are trusted. */
const proxies = readBy(parseProxies, 'is wrong: ');

const fileStore = readBy(readS3Address);

const mailServer = readBy(readMailServer);

/** Origins exactly as a browser sends them in `Origin`. */
const origins = z.string().transform((text, check) => {
  const listed = text.split(',').map((part) => part.trim());
  const wrong = listed.find((origin) => !/^https?:[^*]+$/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return listed;
  const message = `must list origins such as https://wiki.example, separated by commas, with nothing after the host and port`;
  check.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

const issuer = readBy(readIssuer);

/**
 * All settings. Flags come before the environment, and the environment before these defaults. docs/reference/settings.md describes each
 * setting.
 */
const schema = z.object({
  host: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address' })
    .default('127.0.0.1')
    .meta({ description: 'Host name or IP address to listen on.' }),
  port: wholeNumber(0, 65_535).default(4747).meta({ description: 'Port to listen on. `0` picks a free one.' }),
  data: z
    .string()
    .default('.gatehouse')
    .transform((directory) => path.resolve(directory))
    .meta({ description: 'Data directory.', page: 'reference/data-directory.md' }),
  databaseUrl: address(/^postgres(?:ql)?:$/, 'must begin with postgres://; leave it out to use SQLite in the data directory')
    .optional()
    .meta({ description: 'URL of a Postgres database (`postgres://…`) to use instead of SQLite.', page: 'start/run-it-on-postgres.md' }),
  files: fileStore
    .optional()
    .meta({ description: 'S3-compatible storage for the contents of files: `s3://BUCKET/PREFIX`.', page: 'guides/files-on-s3.md' }),
  baseUrl: baseUrl.optional().meta({
    description: 'Public URL of the gateway, without a path. Behind a proxy it is required for links, downloads and the Host check.',
    standard: 'from host and port',
    page: 'guides/run-behind-a-proxy.md',
  }),
  secret: z.string().min(32, { error: 'must have at least 32 characters; "openssl rand -base64 32" creates one' }).optional().meta({
    description: 'Secret that signs download URLs and encrypts credentials of services. At least 32 characters.',
    standard: 'a file in the data directory',
    page: 'guides/change-the-secret.md',
  }),
  trustedProxies: proxies.default('none').meta({
    description: 'Addresses and ranges of proxies whose `X-Forwarded-For` header is trusted.',
    page: 'guides/run-behind-a-proxy.md',
  }),
  allowedOrigins: origins.optional().meta({
    description: 'Origins whose web pages can call `/v1` and `/mcp` and request tokens, separated by commas.',
    page: 'guides/call-from-a-web-page.md',
  }),
  callsPerMinute: wholeNumber(1, 1_000_000)
    .default(defaultCallsPerMinute)
    .meta({ description: 'Maximum number of calls per key in any 60 seconds.', page: 'reference/limits.md' }),
  activityDays: wholeNumber(0, 36_500)
    .default(90)
    .meta({ description: 'Number of days to keep the activity log. `0` keeps it forever.', page: 'guides/read-the-activity-log.md' }),
  log: oneOf('silent', 'error', 'info', 'debug')
    .default('error')
    .meta({ description: 'Log level: `silent`, `error`, `info` or `debug`. Logs are JSON lines on stderr.', page: 'reference/log.md' }),
  allowPrivateServices: ranges.default('none').meta({
    description: 'Private addresses and ranges that connected services can have, or `all`.',
    page: 'guides/reach-private-services.md',
  }),
  serviceTimeout: wholeNumber(1, 600).default(60).meta({ description: 'Timeout for a call to a connected service, 1 to 600 seconds.' }),
  metricsToken: z
    .string()
    .regex(/^\S{16,}$/, { error: 'must have at least 16 characters and no space; "openssl rand -base64 32" creates one' })
    .optional()
    .meta({
      description: 'Bearer token that allows reading `/metrics` from anywhere. At least 16 characters.',
      page: 'guides/metrics-and-health.md',
    }),
  smtpUrl: mailServer.optional().meta({
    description: 'Mail server that sends links to people: `smtp://` or `smtps://` with `USER:PASSWORD@HOST:PORT`.',
    page: 'guides/mail.md',
  }),
  mailFrom: z
    .string()
    .regex(/^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u, {
      error: 'must be a bare email address, such as gatehouse@example.com',
    })
    .optional()
    .meta({ description: 'Sender address of emails.', page: 'guides/mail.md' }),
  oidcIssuer: issuer.optional().meta({
    description: 'Issuer URL (https) of the identity provider for company sign-in, exactly as the provider writes it.',
    page: 'guides/company-sign-in.md',
  }),
  oidcClientId: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Client ID of this gateway at the identity provider.', page: 'guides/company-sign-in.md' }),
  oidcClientSecret: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Client secret of this gateway at the identity provider.', page: 'guides/company-sign-in.md' }),
  oidcGroupsClaim: z.string().min(1).max(200).optional().meta({
    description: "Name of the company sign-in claim that lists a person's groups. Owners can link groups to its values.",
    page: 'guides/share-with-groups.md',
  }),
  oauth: oneOf('on', 'registration', 'off').default('on').meta({
    description: 'Sign-in of MCP clients. `off`: they can only use keys. `registration`: for a gateway without outbound access.',
    page: 'guides/control-client-sign-in.md',
  }),
  key: z.string().optional().meta({ description: 'Key for `gatehouse mcp`.', page: 'guides/connect-a-client-with-a-key.md' }),
});

export type Configuration = z.output<typeof schema>;
export type LogLevel = Configuration['log'];

/** Settings that flags can set. Secrets are not among them, because everyone on the machine can see arguments. */
export type ConfigurationFlags = { [Flag in (typeof flagNames)[number]]?: string | undefined };

const flagNames = ['host', 'port', 'data'] as const;

/** The flag that sets a field. Undefined if only the environment does. */
function flagOf(field: keyof Configuration): string | undefined {
  return flagNames.some((flag) => flag === field) ? `--${field}` : undefined;
}

const variables: Record<keyof Configuration, string> = {
  host: 'GATEHOUSE_HOST',
  port: 'GATEHOUSE_PORT',
  data: 'GATEHOUSE_DATA',
  databaseUrl: 'DATABASE_URL',
  files: 'GATEHOUSE_FILES',
  baseUrl: 'GATEHOUSE_BASE_URL',
  secret: 'GATEHOUSE_SECRET',
  trustedProxies: 'GATEHOUSE_TRUSTED_PROXIES',
  allowedOrigins: 'GATEHOUSE_ALLOWED_ORIGINS',
  callsPerMinute: 'GATEHOUSE_CALLS_PER_MINUTE',
  activityDays: 'GATEHOUSE_ACTIVITY_DAYS',
  log: 'GATEHOUSE_LOG',
  allowPrivateServices: 'GATEHOUSE_ALLOW_PRIVATE_SERVICES',
  serviceTimeout: 'GATEHOUSE_SERVICE_TIMEOUT',
  metricsToken: 'GATEHOUSE_METRICS_TOKEN',
  smtpUrl: 'GATEHOUSE_SMTP_URL',
  mailFrom: 'GATEHOUSE_MAIL_FROM',
  oidcIssuer: 'GATEHOUSE_OIDC_ISSUER',
  oidcClientId: 'GATEHOUSE_OIDC_CLIENT_ID',
  oidcClientSecret: 'GATEHOUSE_OIDC_CLIENT_SECRET',
  oidcGroupsClaim: 'GATEHOUSE_OIDC_GROUPS_CLAIM',
  oauth: 'GATEHOUSE_OAUTH',
  key: 'GATEHOUSE_KEY',
};

/** A setting in the form that the documentation lists. */
export interface SettingDescription {
  variable: string;
  flag: string | undefined;
  description: string;
  /** The default value. It is described in words if it is derived from other settings. */
  standard: { value: string } | { words: string };
  /** Page of the documentation with details, from `docs`. */
  page: string | undefined;
}

export function describeSettings(): SettingDescription[] {
  const standards = readConfiguration({}, {});
  return (Object.keys(variables) as (keyof Configuration)[]).map((field) => {
    const { description = '', standard = '', page } = (schema.shape[field].meta() ?? {}) as Partial<Record<string, string>>;
    const value = field === 'data' ? path.basename(standards.data) : standards[field];
    return {
      variable: variables[field],
      flag: flagOf(field),
      description,
      standard: value === undefined ? { words: standard } : { value: String(value) },
      page,
    };
  });
}

const names = Object.values(variables);
const neverShown = new Set<string>(['secret', 'metricsToken', 'key', 'databaseUrl', 'files', 'smtpUrl', 'oidcIssuer', 'oidcClientSecret']);

/**
 * Reads the configuration once, at the edge. Throws a UsageError that names the flag or variable, and for an unknown name the likely one.
 */
export function readConfiguration(flags: ConfigurationFlags = {}, environment: NodeJS.ProcessEnv = process.env): Configuration {
  refuseUnknownVariables(environment);
  const given: Record<string, string> = {};
  for (const [field, variable] of Object.entries(variables)) {
    const value = flags[field as keyof ConfigurationFlags] ?? environment[variable];
    // An empty variable counts as not set, because compose files leave variables out that way.
    if (value !== undefined && value !== '') given[field] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return requireAllOfCompany(requireWhatMailNeeds(result.data));
  throw new UsageError(result.error.issues.map((issue) => describeIssue(issue, given, flags)).join('; '));
}

/**
 * Requires the settings of mail. A mail needs a sender, and its links need the public address: other addresses may not work for the reader.
 * // D40
 */
function requireWhatMailNeeds(configuration: Configuration): Configuration {
  const { smtpUrl, baseUrl, mailFrom } = configuration;
  if (smtpUrl && baseUrl === undefined)
    throw new UsageError('GATEHOUSE_SMTP_URL requires GATEHOUSE_BASE_URL: links in emails begin with it');
  if (smtpUrl && mailFrom === undefined)
    throw new UsageError('GATEHOUSE_SMTP_URL requires GATEHOUSE_MAIL_FROM: the sender address of emails');
  return configuration;
}

/** Requires all three settings of company sign-in. A forgotten one must not silently switch it off. // D38 */
function requireAllOfCompany(configuration: Configuration): Configuration {
  const fields = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const;
  const given = fields.find((field) => configuration[field] !== undefined);
  const missing = fields.find((field) => configuration[field] === undefined);
  if (given && missing) throw new UsageError(`${variables[given]} requires ${variables[missing]}: company sign-in needs all three`);
  if (configuration.oidcGroupsClaim !== undefined && !given)
    throw new UsageError(`${variables.oidcGroupsClaim} requires ${variables.oidcIssuer}: the claim comes with company sign-in`);
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
