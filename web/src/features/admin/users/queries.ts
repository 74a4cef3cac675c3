import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiQuery, ApiRequestBody } from '../../../api/endpoints.ts'
import { rowsPerPage, type TableView, toOrdering } from '../../../ui/table/table-view.ts'

type UsersQuery = ApiQuery<'GET /api/admin/users/'>

/** The list's own words for what a table's view asks; what the address says that no list knows is left out. */
export function toUsersQuery(view: TableView, role: UsersQuery['role']): UsersQuery {
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
  }
}

/** The page before stays on the screen until the next one has come. */
export const useUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: ['users', query],
    queryFn: ({ signal }) => callApi('GET /api/admin/users/', { query, signal }),
    placeholderData: keepPreviousData,
  })

type Change = ApiRequestBody<'PUT /api/admin/users/{id}/'> & { id: string }

/** Changes an account; every list of users is asked for anew, also when another admin was faster. */
export function useChangeUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => callApi('PUT /api/admin/users/{id}/', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
