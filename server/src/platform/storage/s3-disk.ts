import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Config } from '../../config.ts'

/** Files in a bucket of an S3-compatible store. */
export function createS3Disk(s3: NonNullable<Config['s3']>): Disk {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores other than Amazon's rarely answer under a name of their own for each bucket.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      visibility: 'private',
      supportsACL: false,
      // What is streamed would go in signed pieces, which some stores keep as if they were the file's own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  )
}
