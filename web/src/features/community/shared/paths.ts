export const boardPath = '/account/addresses/community-posts'
export const myPostsPath = '/account/addresses/my-posts'
export const postPath = (id: string): string => `${boardPath}/${id}`
export const ownPostPath = (id: string): string => `${myPostsPath}/${id}`
export const editPostPath = (id: string): string => `${myPostsPath}/${id}/edit`
