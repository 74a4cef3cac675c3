export const allPostsPath = '/account/addresses/all-posts'
/** Where a post stands with its comments. */
export const postCommentsPath = ({ id }: { id: string }): string => `/account/addresses/${id}`
