import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../kernel/faults.ts';
import { readConfiguration } from './configuration.ts';

describe('readConfiguration', () => {
  it('has a default for every setting', () => {
    expect(readConfiguration({}, {})).toEqual({
      host: '127.0.0.1',
      port: 4747,
      data: path.resolve('.gatehouse'),
      trustedProxies: 'none',
      callsPerMinute: 240,
      activityDays: 90,
      log: 'error',
      allowPrivateServices: 'none',
      serviceTimeout: 60,
      oauth: 'on',
    });
  });

  it('prefers flags over the environment, and the environment over defaults', () => {
    const environment = { GATEHOUSE_PORT: '1000', GATEHOUSE_HOST: '::1', GATEHOUSE_CALLS_PER_MINUTE: '5' };
    expect(readConfiguration({ port: '2000' }, environment)).toMatchObject({ port: 2000, host: '::1', callsPerMinute: 5 });
  });

  it('treats an empty variable as not set', () => {
    expect(readConfiguration({}, { GATEHOUSE_PORT: '', DATABASE_URL: '', GATEHOUSE_SECRET: '' })).toEqual(readConfiguration({}, {}));
  });

  it('reads a list of origins', () => {
    const read = (text: string) => readConfiguration({}, { GATEHOUSE_ALLOWED_ORIGINS: text }).allowedOrigins;
    expect(read('https://wiki.example, http://localhost:3000')).toEqual(['https://wiki.example', 'http://localhost:3000']);
    const wrong = [
      '*',
      'wiki.example',
      'https://wiki.example/',
      'https://*.example',
      'https://wiki.example/page',
      'HTTPS://wiki.example',
      'null',
      'ftp://wiki.example',
      'https://wiki.example,',
    ];
    for (const text of wrong) expect(() => read(text), text).toThrow(/^GATEHOUSE_ALLOWED_ORIGINS must list origins such as/);
  });

  it('reads addresses and ranges', () => {
    const environment = {
      GATEHOUSE_BASE_URL: 'https://gatehouse.example/',
      DATABASE_URL: 'postgres://localhost/gatehouse',
      GATEHOUSE_ALLOW_PRIVATE_SERVICES: '10.0.0.0/8, 127.0.0.1',
      GATEHOUSE_FILES: 's3://files/acme?region=eu-west-1',
      GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/8 ::1',
    };
    expect(readConfiguration({}, environment)).toMatchObject({
      baseUrl: 'https://gatehouse.example',
      databaseUrl: 'postgres://localhost/gatehouse',
      allowPrivateServices: ['10.0.0.0/8', '127.0.0.1'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      files: { bucket: 'files', prefix: 'acme/', region: 'eu-west-1' },
    });
  });

  it.each([
    [{ GATEHOUSE_PROT: '1' }, /^there is no setting GATEHOUSE_PROT; did you mean GATEHOUSE_PORT\? \(settings: GATEHOUSE_HOST, /],
    [{ GATEHOUSE_PRIVATE_SERVICES: '1' }, /there is no setting GATEHOUSE_PRIVATE_SERVICES/],
    [{ GATEHOUSE_PORT: '80.5' }, /^GATEHOUSE_PORT must be a whole number from 0 to 65535, not "80.5"$/],
    [{ GATEHOUSE_PORT: '0x10' }, /^GATEHOUSE_PORT must be a whole number from 0 to 65535, not "0x10"$/],
    [{ GATEHOUSE_ACTIVITY_DAYS: ' ' }, /^GATEHOUSE_ACTIVITY_DAYS must be a whole number from 0 to 36500, not " "$/],
    [{ GATEHOUSE_CALLS_PER_MINUTE: '0' }, /^GATEHOUSE_CALLS_PER_MINUTE must be a whole number from 1 to 1000000/],
    [{ GATEHOUSE_ACTIVITY_DAYS: '-1' }, /^GATEHOUSE_ACTIVITY_DAYS must be a whole number from 0 to 36500, not "-1"$/],
    [
      { GATEHOUSE_TRUSTED_PROXIES: '10.0.0.1, proxy' },
      /^GATEHOUSE_TRUSTED_PROXIES is wrong: "proxy" is not an address or a range of addresses, not /,
    ],
    [{ GATEHOUSE_LOG: 'loud' }, /^GATEHOUSE_LOG must be one of silent, error, info, debug, not "loud"$/],
    [{ GATEHOUSE_FILES: '/srv/files' }, /^GATEHOUSE_FILES must be s3:\/\/BUCKET\/PREFIX\?region=REGION&endpoint=URL$/],
    [{ GATEHOUSE_HOST: 'http://x' }, /^GATEHOUSE_HOST must be a host name or an IP address/],
    [
      { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '10.0.0.0/99' },
      /^GATEHOUSE_ALLOW_PRIVATE_SERVICES is wrong: "10.0.0.0\/99" is not an address or range/,
    ],
  ])('refuses %j with a message that names it', (environment, message) => {
    expect(() => readConfiguration({}, environment)).toThrow(UsageError);
    expect(() => readConfiguration({}, environment)).toThrow(message);
  });

  it.each(['ftp://x', 'x', 'https://x/gate', 'https://x/?a', 'https://x/#a', 'https://ada:secret@x'])('refuses the base URL %s', (url) => {
    const message = /^GATEHOUSE_BASE_URL must be an http or https address without a path, such as/;
    expect(() => readConfiguration({}, { GATEHOUSE_BASE_URL: url })).toThrow(message);
  });

  const mail = {
    GATEHOUSE_BASE_URL: 'https://gatehouse.example',
    GATEHOUSE_SMTP_URL: 'smtps://gate%40acme.test:pass%2Fword@mail.test',
    GATEHOUSE_MAIL_FROM: 'gate@acme.test',
  };

  it('reads the mail settings', () => {
    const login = { user: 'gate@acme.test', password: 'pass/word' };
    expect(readConfiguration({}, mail)).toMatchObject({
      smtpUrl: { host: 'mail.test', port: 465, isSecure: true, login },
      mailFrom: 'gate@acme.test',
    });
    expect(readConfiguration({}, { ...mail, GATEHOUSE_SMTP_URL: 'smtp://[::1]:2525' })).toMatchObject({
      smtpUrl: { host: '::1', port: 2525, isSecure: false, login: undefined },
    });
  });

  it.each([
    ['http://user:hunter2@mail.test', /^GATEHOUSE_SMTP_URL must be smtp:\/\/USER:PASSWORD@HOST:PORT, or smtps/],
    ['hunter2', /^GATEHOUSE_SMTP_URL must be smtp:/],
    ['smtp://user:hunter2@mail.test?logger=true', /^GATEHOUSE_SMTP_URL must be smtp:/],
    ['smtp://hunter2@mail.test', /^GATEHOUSE_SMTP_URL must contain both a user and a password, or neither$/],
    ['smtp://user:hunter2%@mail.test', /^GATEHOUSE_SMTP_URL must contain "%25" for each "%" of the user or password$/],
  ])('refuses the mail server %s and never repeats it', (url, message) => {
    const read = () => readConfiguration({}, { ...mail, GATEHOUSE_SMTP_URL: url });
    expect(read).toThrow(message);
    expect(read).toThrow(/^(?!.*hunter2)/);
  });

  const company = {
    GATEHOUSE_OIDC_ISSUER: 'https://login.example.com/tenant/',
    GATEHOUSE_OIDC_CLIENT_ID: 'gatehouse',
    GATEHOUSE_OIDC_CLIENT_SECRET: 'hunter2',
  };

  it('reads the settings of company sign-in, and requires all three', () => {
    const read = { oidcIssuer: 'https://login.example.com/tenant/', oidcClientId: 'gatehouse', oidcClientSecret: 'hunter2' };
    expect(readConfiguration({}, company)).toMatchObject(read);
    expect(readConfiguration({}, { ...company, GATEHOUSE_OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidcIssuer).toBe('http://127.0.0.1:9000');
    for (const missing of Object.keys(company)) {
      const message = new RegExp(`^GATEHOUSE_OIDC_\\w+ requires ${missing}: company sign-in needs all three$`);
      expect(() => readConfiguration({}, { ...company, [missing]: '' })).toThrow(message);
    }
  });

  it.each([
    ['http://login.example.com', /^GATEHOUSE_OIDC_ISSUER must be an https address/],
    ['login.example.com', /^GATEHOUSE_OIDC_ISSUER must be an https address/],
    ['https://user:hunter2@login.example.com', /^GATEHOUSE_OIDC_ISSUER must be an address without a user/],
    ['https://login.example.com?secret=hunter2', /^GATEHOUSE_OIDC_ISSUER must be an address without a user/],
  ])('refuses the issuer %s and never repeats it', (issuer, message) => {
    const read = () => readConfiguration({}, { ...company, GATEHOUSE_OIDC_ISSUER: issuer });
    expect(read).toThrow(message);
    expect(read).toThrow(/^(?!.*hunter2)/);
  });

  it('requires every setting that mail needs', () => {
    expect(() => readConfiguration({}, { ...mail, GATEHOUSE_BASE_URL: '' })).toThrow(/^GATEHOUSE_SMTP_URL requires GATEHOUSE_BASE_URL: /);
    expect(() => readConfiguration({}, { ...mail, GATEHOUSE_MAIL_FROM: '' })).toThrow(/^GATEHOUSE_SMTP_URL requires GATEHOUSE_MAIL_FROM: /);
    expect(() => readConfiguration({}, { ...mail, GATEHOUSE_MAIL_FROM: 'Gate <gate@acme.test>' })).toThrow(
      /^GATEHOUSE_MAIL_FROM must be a bare email address/,
    );
  });

  it('names the flag if the flag is wrong', () => {
    expect(() => readConfiguration({ port: 'x' }, { GATEHOUSE_PORT: '1' })).toThrow(/^--port must be a whole number/);
  });

  it('never repeats a secret', () => {
    const environment = { GATEHOUSE_SECRET: 'hunter2', DATABASE_URL: 'mysql://user:hunter2@host/db' };
    expect(() => readConfiguration({}, environment)).toThrow(/^(?!.*hunter2).*GATEHOUSE_SECRET must have at least 32 characters/);
    expect(() => readConfiguration({}, environment)).toThrow(/DATABASE_URL must begin with postgres:\/\//);
  });
});
