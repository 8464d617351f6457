export { checkArgumentBytes, largestArgumentBytes, maximumArgumentBytes } from './argument-sizes.ts';
export { readBearer, readKey } from './bearer.ts';
export { checkContentHeaders } from './content-headers.ts';
export { parseJson } from './json/parse-json.ts';
export { readSdkTag, readUserAgentProduct } from './sdk-tag.ts';
export { createShares, type Shares, type SharesOptions } from './shares.ts';
export { readTraceparent } from './trace.ts';
