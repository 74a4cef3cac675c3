import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Accordion } from '../../ui/Accordion.tsx'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ClassBadge } from './ClassBadge.tsx'
import { useFindingName } from './finding.ts'
import { latestAnalysisQuery } from './queries.ts'

const upload = '/account/addresses/image-analysis'

/** What to read about the latest answer. */
export function EducationResources() {
  const { t } = useText()
  const title = t('menu.education_resources')
  const crumbs = [
    { name: t('menu.dashboard'), path: '/account' },
    { name: title, path: '/account/addresses/education-resources' },
  ]
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <PageTitle title={title} />
      <Resources />
      <TextLink to="/learn" className="self-start">
        {t('education.all')}
      </TextLink>
    </>
  )
}

function Resources() {
  const { t } = useText()
  const isFarmer = useUser()?.role === 'farmer'
  const { data, error, isPending, isFetching, refetch } = useQuery(latestAnalysisQuery())
  if (isPending) return <SkeletonList count={4} className="h-14 w-full" />
  if (data === undefined) return <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data === null) {
    const action = isFarmer ? <LinkButton to={upload}>{t('menu.upload_image')}</LinkButton> : undefined
    return (
      <EmptyState title={t('education.empty.title')} action={action}>
        {t('education.empty.message')}
      </EmptyState>
    )
  }
  return <ResourcesOf analysis={data} />
}

function ResourcesOf({ analysis }: { analysis: Analysis }) {
  const { t } = useText()
  const name = useFindingName()(analysis)
  const isNamed = name !== t(`class.${analysis.rust_class}`)
  const items = analysis.educational_resources.map(({ id, title, url, description }) => ({
    id,
    title,
    content: (
      <div className="flex flex-col gap-1">
        <Link
          to={`/learn/${id}`}
          className="inline-flex min-h-12 items-center self-start break-all text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {new URL(url, window.location.origin).href}
        </Link>
        <p className="max-w-prose">{description}</p>
      </div>
    ),
  }))
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {t('education.latest')} {isNamed && <strong>{name}</strong>} <ClassBadge rustClass={analysis.rust_class} />
      </p>
      <Accordion items={items} {...(items[0] && { open: items[0].id })} />
    </>
  )
}
