import type { S3Server } from '@sitedesk/testing';
import type { ProcessEnv } from './processes.js';

/** Below which a backend of {@link bucketEnvironment} has everything. */
export const BUCKET_PREFIX = 'our/site/';

/** Stores files in a bucket, whose service may be silent for a second. */
export const bucketEnvironment = ({
  url,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Server): ProcessEnv & { readonly FILES_URL: string } => ({
  FILES_URL: `s3://${bucket}/${BUCKET_PREFIX.slice(0, -1)}?endpoint=${url}&region=${region}&timeout=1`,
  FILES_ACCESS_KEY_ID: accessKeyId,
  FILES_SECRET_ACCESS_KEY: secretAccessKey,
});
