import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a mutation for a change on the server. Then the outdated queries are fetched again, also on failure, because
 * somebody else may have changed the same first.
 */
export function useChange<Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  ...outdated: readonly InvalidateQueryFilters[]
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: (_, error) => {
      const refetched = Promise.all(outdated.map(filters => client.invalidateQueries(filters)))
      // Nobody should wait for them to hear of a failure.
      return error ? undefined : refetched
    },
  })
}
