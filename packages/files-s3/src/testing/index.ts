export { type S3Fault, type S3Server, startS3Server } from './s3-server.ts';
