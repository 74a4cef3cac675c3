import { findCard } from '@kutu/advice/cards/all-cards'
import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { ClassBadge } from '../classes/ClassBadge.tsx'
import { latestAnalysisQuery } from '../queries.ts'
import { useDiseaseName } from '../result/disease-name.ts'
import { CardThumbnail } from './CardPlates.tsx'
import { SignsAndSteps } from './SignsAndSteps.tsx'

const uploadPath = '/account/addresses/image-analysis'

/** Lists the articles that belong to the latest analysis. */
export function EducationResources() {
  const { t } = useTranslation()
  const isFarmer = useUser()?.role === 'farmer'
  return (
    <>
      <Breadcrumbs title={t('menu.education_resources')} />
      <Loaded query={useQuery(latestAnalysisQuery())} skeleton={<SkeletonList count={4} className="h-14 w-full" />}>
        {analysis => (
          <>
            {analysis === null ? (
              <EmptyState
                title={t('education.empty.title')}
                action={isFarmer && <LinkButton to={uploadPath}>{t('menu.upload_image')}</LinkButton>}
                picture={<PlateDrawing plateId="beans-healthy" className="h-24" />}
              />
            ) : (
              <ResourceList analysis={analysis} />
            )}
            <TextLink to="/learn" className="self-start">
              {t('learn.all')}
            </TextLink>
          </>
        )}
      </Loaded>
    </>
  )
}

function ResourceList({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const name = useDiseaseName()(analysis)
  const hasDiseaseName = name !== t(`class.${analysis.rust_class}`)
  const items = analysis.educational_resources.map(({ id, title, url, description }) => {
    const card = findCard(id)
    return {
      id,
      title,
      content: (
        <div className="flex flex-col gap-4">
          {card && (
            <CardThumbnail card={card} crop={analysis.crop} className="w-full max-w-sm rounded-lg bg-leaf-tint" />
          )}
          <p className="max-w-prose font-bold">{description}</p>
          {card && <SignsAndSteps card={card} />}
          <TextLink to={new URL(url, window.location.origin).pathname} className="self-start">
            {t('education.more')}
          </TextLink>
        </div>
      ),
    }
  })
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {t('education.latest')} {hasDiseaseName && <strong>{name}</strong>}{' '}
        <ClassBadge rustClass={analysis.rust_class} />
      </p>
      <Accordion items={items} {...(items[0] && { open: items[0].id })} />
    </>
  )
}

/** The path to a page one level below the dashboard. Its last entry is the heading, so the name stands there once. */
function Breadcrumbs({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('breadcrumbs.label')}>
      <title>{`${title} · Kutu`}</title>
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link
            to="/dashboard"
            className="inline-flex min-h-12 items-center gap-2 text-sm text-leaf-ink underline underline-offset-4 hover:decoration-2"
          >
            {t('breadcrumbs.home')}
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          </Link>
        </li>
        <li aria-current="page">
          <h1 className="text-[min(var(--text-2xl),11vw)] leading-tight">{title}</h1>
        </li>
      </ol>
    </nav>
  )
}
