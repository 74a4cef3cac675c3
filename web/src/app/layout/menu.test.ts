import { describe, expect, it } from 'vitest'
import { flattenMenu, getMenu, isActive } from './menu.ts'

const paths = (role: Parameters<typeof getMenu>[0]) => flattenMenu(getMenu(role)).map(item => item.path)

describe('the menu', () => {
  it('links a farmer to the analysis and not to the administration', () => {
    expect(paths('farmer')).toContain('/account/addresses/image-analysis')
    expect(paths('farmer').some(path => path.startsWith('/account/admin'))).toBe(false)
  })

  it('lists photo upload and posts among a farmer’s first three items', () => {
    expect(paths('farmer').slice(0, 3)).toEqual([
      '/account',
      '/account/addresses/image-analysis',
      '/account/addresses/community-posts',
    ])
  })

  it('links an admin to the expert applications and not to the analysis', () => {
    expect(paths('admin')).toContain('/account/admin/experts')
    expect(paths('admin')).not.toContain('/account/addresses/image-analysis')
  })

  it('has no empty group for an expert', () => {
    for (const entry of getMenu('expert')) if ('items' in entry) expect(entry.items).not.toEqual([])
  })

  it('shows only the items of every role when there is no user record', () => {
    expect(paths(undefined)).toEqual(['/account', '/account/profile'])
  })

  it('marks the dashboard on its own page only, and other items also on the pages below them', () => {
    expect(isActive('/account', '/account')).toBe(true)
    expect(isActive('/account', '/account/profile')).toBe(false)
    expect(isActive('/account/addresses/image-analysis', '/account/addresses/image-analysis/7')).toBe(true)
  })

  it('marks All Posts on the page with the comments of a post', () => {
    const commentsPath = '/account/addresses/50de9860-4eeb-47ec-9f96-c5dd19b7568d'
    expect(isActive('/account/addresses/all-posts', commentsPath)).toBe(true)
    expect(isActive('/account/addresses/all-posts', '/account/addresses/education-resources')).toBe(false)
  })

  it('marks My Posts on an own post and Make Post on posts of others', () => {
    const getActivePaths = (pathname: string) => paths('farmer').filter(path => isActive(path, pathname))
    const id = '50de9860-4eeb-47ec-9f96-c5dd19b7568d'
    expect(getActivePaths(`/account/addresses/my-posts/${id}`)).toEqual(['/account/addresses/my-posts'])
    expect(getActivePaths(`/account/addresses/community-posts/${id}`)).toEqual(['/account/addresses/community-posts'])
  })

  it('links an expert to all posts and not to the farmers’ form', () => {
    expect(paths('expert')).toContain('/account/addresses/all-posts')
    expect(paths('expert')).not.toContain('/account/addresses/community-posts')
  })
})
