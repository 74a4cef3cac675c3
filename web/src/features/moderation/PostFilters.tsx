import { ListFilter, Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { join } from '../../ui/join.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type BoardFilters, countFilters, crops, diseases, statuses, unfiltered, urgencies } from './board-filters.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

type Narrow = (change: Partial<BoardFilters>) => void
/** Chosen for "all": a Select's choices are words. */
const any = 'any'

/** The two views, search and the four filters; on a phone the filters stand behind a button. */
export function PostFilters({ filters, onNarrow }: { filters: BoardFilters; onNarrow: Narrow }) {
  const { t, number } = useText()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters({ ...filters, search: '' })
  return (
    <div className="flex flex-col gap-4">
      <ViewSwitch filters={filters} />
      <div className="flex items-end gap-2">
        {/* A search from elsewhere, as by the back button, starts the field anew. */}
        <SearchField key={filters.search} search={filters.search} onSearch={search => onNarrow({ search })} />
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-label={count > 0 ? t('moderation.filters_count', { count }) : t('moderation.filters')}
          icon={<ListFilter aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(!isOpen)}
          className="md:hidden"
        >
          {count > 0 && number(count)}
        </Button>
      </div>
      <div className={join('grid-cols-2 items-end gap-4 md:grid md:grid-cols-4', isOpen ? 'grid' : 'hidden')}>
        <Choices filters={filters} onNarrow={onNarrow} />
      </div>
      {countFilters(filters) > 0 && (
        <Button variant="quiet" className="-ml-4 self-start" onClick={() => onNarrow(unfiltered(filters.view))}>
          {t('moderation.show_all')}
        </Button>
      )}
    </div>
  )
}

function Choices({ filters, onNarrow }: { filters: BoardFilters; onNarrow: Narrow }) {
  const { t } = useText()
  const isQueue = filters.view === 'queue'
  const states = statuses.map(value => ({ value, label: t(`post.state.${value}`) }))
  return (
    <>
      <Choice
        label={t('post.crop')}
        options={crops.map(value => ({ value, label: t(`post.crop.${value}`) }))}
        value={filters.crop_type}
        onChange={crop_type => onNarrow({ crop_type })}
      />
      <Choice
        label={t('post.disease')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        value={filters.disease_type}
        onChange={disease_type => onNarrow({ disease_type })}
      />
      <Choice
        label={t('post.urgency')}
        options={urgencies.map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        value={filters.urgency_level}
        onChange={urgency_level => onNarrow({ urgency_level })}
      />
      {isQueue ? (
        <Select
          label={t('moderation.state')}
          options={states}
          value={filters.status ?? 'pending'}
          onChange={status => onNarrow({ status: status === 'pending' ? undefined : status })}
        />
      ) : (
        <Choice
          label={t('moderation.state')}
          options={states}
          value={filters.status}
          onChange={status => onNarrow({ status })}
        />
      )}
    </>
  )
}

function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  const { t } = useText()
  return (
    <Select<Value | typeof any>
      label={label}
      options={[{ value: any, label: t('moderation.any') }, ...options]}
      value={value ?? any}
      onChange={chosen => onChange(chosen === any ? undefined : chosen)}
    />
  )
}

/** Sent by Enter or the button; the board's `/` key leads here. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useText()
  const [typed, setTyped] = useState(search)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser our readers have
    <form
      role="search"
      className="grid grow grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start"
      onSubmit={event => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextField
        id={searchId}
        type="search"
        name="search"
        label={t('moderation.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        maxLength={100}
        dir="auto"
      />
      <Button
        type="submit"
        variant="secondary"
        aria-label={t('action.search')}
        icon={<Search aria-hidden="true" className="size-5" />}
      >
        <span className="max-sm:hidden">{t('action.search')}</span>
      </Button>
    </form>
  )
}

export const searchId = 'board-search'
