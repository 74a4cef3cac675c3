import { callApi } from '../../../api/api-client.ts'
import type { Sender } from '../../../api/outbox/send-writes.ts'

export const sendReport: Sender<'report'> = async (_client, { key, data: { analysisId: id, label } }) => {
  const request = { params: { id }, body: label === null ? {} : { label }, idempotencyKey: key }
  await callApi('POST /analysis/rust-detection/{id}/report/', request)
  return undefined
}
