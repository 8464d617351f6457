export { openS3Backups, type S3Backups } from './open-s3-backups.ts';
export { openS3Files, type S3Options } from './open-s3-files.ts';
export { readS3Address, type S3Address } from './s3-address.ts';
