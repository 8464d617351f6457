import { describe, expect, it } from 'vitest';
import { readS3Address } from './s3-address.ts';

describe('readS3Address', () => {
  it('reads a bucket, a prefix, a region and an endpoint', () => {
    expect(readS3Address('s3://files/acme/prod/?region=eu-west-1&endpoint=https%3A%2F%2Fs3.acme.test%3A9000')).toEqual({
      bucket: 'files',
      prefix: 'acme/prod/',
      region: 'eu-west-1',
      endpoint: 'https://s3.acme.test:9000/',
    });
  });

  it('needs only a bucket, and keeps an endpoint as typed', () => {
    expect(readS3Address('s3://my-files')).toEqual({ bucket: 'my-files', prefix: '', region: undefined, endpoint: undefined });
    expect(readS3Address('s3://my-files?endpoint=http://127.0.0.1:9000').endpoint).toBe('http://127.0.0.1:9000/');
  });

  it.each([
    ['https://files', /^must be s3:\/\/BUCKET/],
    ['s3:///prefix', /^must be s3:\/\/BUCKET/],
    ['s3://AKIA:hunter2@files', /^(?!.*hunter2)must not contain credentials/],
    ['s3://files?endpoint=http://u:hunter2@host', /^(?!.*hunter2)must have an endpoint/],
    ['s3://files?endpoint=ftp://host', /^must have an endpoint/],
    ['s3://files?endpoint=host:9000', /^must have an endpoint/],
    ['s3://files?regoin=x', /^can have only region and endpoint after "\?", once each, not "regoin"/],
    ['s3://files?region=a&region=b', /^can have only region and endpoint after/],
    ['s3://f', /^must name a bucket/],
    ['s3://files:9000/x', /^must contain only a bucket/],
    ['s3://files/a b', /^must have a prefix of/],
  ])('refuses %s and names the reason', (text, message) => {
    expect(() => readS3Address(text)).toThrow(message);
  });
});
