/** Builds the text in which admins search for experts. */
export const buildSearchText = (expert: {
  username: string
  email: string
  institution: string
  areas_of_expertise: readonly string[]
}): string => [expert.username, expert.email, expert.institution, ...expert.areas_of_expertise].join(' ').toLowerCase()
