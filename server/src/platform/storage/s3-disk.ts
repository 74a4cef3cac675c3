import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Config } from '../../config.ts'
import { createEgressAgents } from '../http/security/egress.ts'

/** First attempt and one retry. The SDK repeats requests after timeouts, lost connections and errors of the store. */
const maxAttempts = 2

/** Creates a disk that stores files in a bucket of an S3-compatible store. */
export function createS3Disk(s3: S3Config): Disk {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, timeoutMs } = s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      // Without keys the SDK asks the platform for short-lived ones, and renews them before they expire.
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Other S3-compatible stores rarely support virtual-hosted-style URLs (one host name per bucket).
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      visibility: 'private',
      supportsACL: false,
      // By default the SDK uploads streams as aws-chunked, and some stores save the chunk headers as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      maxAttempts,
      // By default the SDK waits forever. The socket timeout counts idle time, so that large exports may take longer.
      requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs, ...createEgressAgents({ s3 }) },
    }),
  )
}
