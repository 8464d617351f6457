/** Location of files: a bucket, the prefix of their names, and the S3 service. */
export interface S3Address {
  bucket: string;
  /** Empty, or ends with "/". */
  prefix: string;
  region: string | undefined;
  endpoint: string | undefined;
}

const parameters = ['region', 'endpoint'];

/** Reads `s3://bucket/prefix?region=…&endpoint=…`. Errors do not quote the address, because it can contain credentials. */
export function readS3Address(text: string): S3Address {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.hostname === '') throw new Error('must be s3://BUCKET/PREFIX?region=REGION&endpoint=URL');
  if (url.username !== '' || url.password !== '')
    throw new Error('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (url.port !== '' || url.hash !== '') throw new Error('must contain only a bucket, a prefix, region and endpoint');
  for (const name of url.searchParams.keys()) {
    if (!parameters.includes(name) || url.searchParams.getAll(name).length > 1)
      throw new Error(`can have only ${parameters.join(' and ')} after "?", once each, not ${JSON.stringify(name.slice(0, 40))}`);
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw new Error('must name a bucket: 3 to 63 characters of a-z, 0-9, "." and "-"');
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (!/^[\w./-]*$/.test(prefix)) throw new Error('must have a prefix of only letters, digits, "_", "-", "." and "/"');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') || undefined,
    endpoint: readEndpoint(url.searchParams.get('endpoint')),
  };
}

function readEndpoint(text: string | null): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error('must have an endpoint that begins with http:// or https:// and contains no credentials');
  return url.href;
}
