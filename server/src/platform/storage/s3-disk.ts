import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Config } from '../../config.ts'

/** Creates a disk that stores files in a bucket of an S3-compatible store. */
export function createS3Disk(s3: NonNullable<Config['s3']>): Disk {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Other S3-compatible stores rarely support virtual-hosted-style URLs (one host name per bucket).
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      visibility: 'private',
      supportsACL: false,
      // By default the SDK uploads streams as aws-chunked, and some stores save the chunk headers as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  )
}
