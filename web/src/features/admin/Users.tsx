import type { AdminUser } from '@kutu/contract/admin'
import type { Role } from '@kutu/contract/common'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import type { DataColumn } from '../../ui/table/table-columns.ts'
import { useAddressView } from '../../ui/table/use-address-view.ts'
import { UserDialog } from './UserDialog.tsx'
import { UserState } from './UserState.tsx'
import { askedOf, useUsers } from './user-queries.ts'

const roles = ['farmer', 'expert', 'admin'] as const
const nobody: readonly AdminUser[] = []

/** Everybody with an account. The address holds page, order, search and role. */
export function Users() {
  const { t } = useText()
  const [managed, setManaged] = useState<AdminUser>()
  const columns = useColumns(setManaged)
  const [view, setView] = useAddressView(columns)
  const [params, setParams] = useSearchParams()
  const role = roles.find(known => known === params.get('role'))
  const users = useUsers(askedOf(view, role))
  function choose(next: Role | 'all') {
    const others = [...params].filter(([name]) => name !== 'role' && name !== 'page')
    setParams({ ...Object.fromEntries(others), ...(next !== 'all' && { role: next }) })
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('users.title')} lead={t('users.lead')} />
      <ChoiceChips
        legend={t('users.role')}
        choices={[
          { value: 'all', label: t('users.role.all') },
          ...roles.map(value => ({ value, label: t(`users.role.${value}`) })),
        ]}
        value={role ?? 'all'}
        onChange={choose}
      />
      {users.isError ? (
        <LoadFailed error={users.error} busy={users.isFetching} onRetry={() => users.refetch()} />
      ) : (
        <DataTable
          title={t('users.title')}
          isTitleHidden
          columns={columns}
          rows={users.data?.results ?? nobody}
          rowId={user => user.id}
          rowName={user => user.username}
          isLoading={users.isFetching}
          view={view}
          onView={setView}
          serverCount={users.data?.count ?? 0}
        />
      )}
      {managed && <UserDialog user={managed} onClose={() => setManaged(undefined)} />}
    </div>
  )
}

/** A long address breaks before its @ first. */
function Contact({ user: { email, phone_number } }: { user: AdminUser }) {
  const [name, place] = email.split('@')
  return (
    <>
      <p>
        {name}
        <wbr />@{place}
      </p>
      {phone_number && <p className="whitespace-nowrap">{phone_number}</p>}
    </>
  )
}

function useColumns(onManage: (user: AdminUser) => void): readonly DataColumn<AdminUser>[] {
  const { t, date, language } = useText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the same calls say other words
  return useMemo(
    () => [
      {
        id: 'username',
        header: t('users.username'),
        cell: user => user.username,
        sort: 'server',
        search: 'server',
        isBreakable: true,
      },
      { id: 'contact', header: t('users.contact'), cell: user => <Contact user={user} />, isBreakable: true },
      { id: 'email', header: t('users.email'), cell: () => null, search: 'server', isSearchOnly: true },
      { id: 'phone_number', header: t('users.phone'), cell: () => null, search: 'server', isSearchOnly: true },
      { id: 'role', header: t('users.role'), cell: user => t(`users.role.${user.role}`) },
      { id: 'state', header: t('users.state'), cell: user => <UserState user={user} /> },
      { id: 'created_at', header: t('users.since'), cell: user => date(user.created_at), sort: 'server' },
      {
        id: 'manage',
        header: t('users.manage'),
        isBare: true,
        cell: user => (
          <Button
            variant="secondary"
            aria-label={t('users.manage_of', { name: user.username })}
            onClick={() => onManage(user)}
          >
            {t('users.manage')}
          </Button>
        ),
      },
    ],
    [language, onManage],
  )
}
