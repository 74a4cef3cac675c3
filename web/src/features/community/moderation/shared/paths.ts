export const allPostsPath = '/account/addresses/all-posts'
/** Path of a post with its comments. */
export const postCommentsPath = ({ id }: { id: string }): string => `/account/addresses/${id}`
