import type { Post } from '@kutu/contract/community/community'

type Result = NonNullable<Post['rust_result']>

/** Returns whether the model could not tell. A likely answer names a class. Replies of an older server have no band. */
export const isUnsureResult = ({
  band,
  verdict,
}: Pick<Result, 'verdict'> & { band?: Result['band'] | undefined }): boolean =>
  band === undefined ? verdict === 'uncertain' : band === 'uncertain' || band === 'unfamiliar'
