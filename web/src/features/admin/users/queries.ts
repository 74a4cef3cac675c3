import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiQuery, ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { rowsPerPage, type TableView, toOrdering } from '../../../ui/table/table-view.ts'

type UsersQuery = ApiQuery<'GET /api/admin/users/'>

type UserFilters = Pick<UsersQuery, 'role' | 'state' | 'district'>

/** Converts the table view and the filters to query parameters. Unknown values from the URL are left out. */
export function toUsersQuery(view: TableView, { role, state, district }: UserFilters): UsersQuery {
  const by = (['username', 'email', 'phone_number'] as const).find(column => column === view.searchBy)
  const ordering = (['created_at', '-created_at', 'username', '-username'] as const).find(
    order => order === toOrdering(view.sort),
  )
  return {
    page: view.page,
    page_size: rowsPerPage(view.pageSize, 0, true),
    ...(view.search && { search: view.search }),
    ...(by && { by }),
    ...(ordering && { ordering }),
    ...(role && { role }),
    ...(state && { state }),
    ...(district && { district }),
  }
}

export const useUsers = (query: UsersQuery) =>
  useQuery(apiPageQuery(['users', query], 'GET /api/admin/users/', { query }))

type Change = ApiRequestBody<'PUT /api/admin/users/{id}/'> & { id: string }

export const useChangeUser = () =>
  useChange(({ id, ...body }: Change) => callApi('PUT /api/admin/users/{id}/', { params: { id }, body }), {
    queryKey: ['users'],
  })
