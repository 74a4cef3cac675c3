import type { AdminUser } from '@kutu/contract/admin'
import { UserCog } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { DistrictSelect } from '../../../ui/form/DistrictSelect.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { FilterFold } from '../../../ui/layout/Accordion.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useUrlView } from '../../../ui/table/use-url-view.ts'
import { toUsersQuery, useUsers } from './queries.ts'
import { UserDialog, UserStateBadge } from './UserDialog.tsx'

const roles = ['farmer', 'expert', 'admin'] as const
const states = ['active', 'waiting', 'deactivated'] as const

/** Lists all accounts. Page, order, search and filters are kept in the URL. */
export function Users() {
  const { t } = useTranslation()
  const [selectedUser, setSelectedUser] = useState<AdminUser>()
  const columns = useUserColumns(setSelectedUser)
  const [view, setView] = useUrlView(columns)
  const [params, setParams] = useSearchParams()
  const filters = {
    role: roles.find(known => known === params.get('role')),
    state: states.find(known => known === params.get('state')),
    district: params.get('district') ?? '',
  }
  const users = useUsers(toUsersQuery(view, filters))
  function setFilter(filter: keyof typeof filters, value: string) {
    const otherParams = [...params].filter(([name]) => name !== filter && name !== 'page')
    setParams({ ...Object.fromEntries(otherParams), ...(value && { [filter]: value }) })
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('menu.users')} />
      <FilterFold isOpenOnWide isSet={Object.values(filters).some(Boolean)}>
        <div className="grid max-w-4xl grid-cols-2 items-end gap-3 pt-2 sm:grid-cols-[1fr_1fr_2fr]">
          <Select
            label={t('users.role')}
            options={[
              { value: '', label: t('users.role.all') },
              ...roles.map(value => ({ value, label: t(`users.role.${value}`) })),
            ]}
            value={filters.role ?? ''}
            onChange={role => setFilter('role', role)}
          />
          <Select
            label={t('field.state')}
            options={[
              { value: '', label: t('users.role.all') },
              ...states.map(value => ({ value, label: t(`users.state.${value}`) })),
            ]}
            value={filters.state ?? ''}
            onChange={state => setFilter('state', state)}
          />
          <div className="max-sm:col-span-2">
            <DistrictSelect
              placeholder={t('district.any')}
              value={filters.district}
              onChange={district => setFilter('district', district)}
            />
          </div>
        </div>
      </FilterFold>
      {users.isError ? (
        <LoadError error={users.error} busy={users.isFetching} onRetry={() => users.refetch()} />
      ) : (
        <DataTable
          title={t('menu.users')}
          isTitleHidden
          columns={columns}
          rows={users.data?.results ?? []}
          getRowId={user => user.id}
          getRowLabel={user => user.username}
          isCompact
          isLoading={users.isFetching}
          view={view}
          onViewChange={setView}
          serverRowCount={users.data?.count ?? 0}
          isCapped={users.data?.count_is_capped}
        />
      )}
      {selectedUser && <UserDialog user={selectedUser} onClose={() => setSelectedUser(undefined)} />}
    </div>
  )
}

/** A long address breaks at its @; in the table it ends in an ellipsis. */
function Contact({ user: { email, phone_number } }: { user: AdminUser }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      <p className="text-sm wrap-anywhere wide:max-w-72 wide:truncate" title={email}>
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </p>
      {phone_number && <p className="text-sm whitespace-nowrap">{phone_number}</p>}
    </>
  )
}

function useUserColumns(onManage: (user: AdminUser) => void): readonly DataColumn<AdminUser>[] {
  const { t, date, language } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language
  return useMemo(
    (): DataColumn<AdminUser>[] => [
      {
        id: 'username',
        header: t('users.username'),
        cell: user => (
          <>
            {user.username}
            <span className="block text-sm font-normal text-muted">{t(`users.role.${user.role}`)}</span>
          </>
        ),
        sort: 'server',
        search: 'server',
        canBreakAnywhere: true,
      },
      {
        id: 'contact',
        header: t('users.contact'),
        cell: user => <Contact user={user} />,
      },
      { id: 'email', header: t('users.email'), cell: () => null, search: 'server', isSearchOnly: true },
      { id: 'phone_number', header: t('phone.number'), cell: () => null, search: 'server', isSearchOnly: true },
      { id: 'state', header: t('field.state'), cell: user => <UserStateBadge user={user} /> },
      {
        id: 'created_at',
        header: t('users.since'),
        cell: user => <span className="whitespace-nowrap">{date(user.created_at)}</span>,
        sort: 'server',
        isLeftOutOfCompactRows: true,
      },
      {
        id: 'manage',
        header: t('users.manage'),
        isHeaderHidden: true,
        cell: user => (
          <Button
            variant="secondary"
            aria-label={t('users.manage_of', { name: user.username })}
            icon={UserCog}
            iconClass="size-6 wide:hidden"
            className="@max-3xl:size-12 @max-3xl:p-0"
            onClick={() => onManage(user)}
          >
            <span className="@max-3xl:hidden">{t('users.manage')}</span>
          </Button>
        ),
      },
    ],
    [language, onManage],
  )
}
