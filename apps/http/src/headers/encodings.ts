/** The encodings that a client accepts (RFC 9110, 12.5.3); `gzip;q=0` refuses one. */
export function takenEncodings(accepted: string | undefined): ReadonlySet<string> {
  return new Set((accepted ?? '').split(',').flatMap(takenEncoding));
}

function takenEncoding(part: string): string[] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
}
