import { lazy, Suspense } from 'react'
import { Redirect } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'

type TitleProps = { title: string; lead: string }

/** Arrives after the title: the first load of a visitor is small. */
const CheckLeaf = lazy(async () => {
  const [{ CheckLeaf }, { VisitorQueryProvider }] = await Promise.all([
    import('./CheckLeaf.tsx'),
    import('../../../api/VisitorQueryProvider.tsx'),
    loadCatalogs('controls', 'detection'),
  ])
  return {
    default: (props: TitleProps) => (
      <VisitorQueryProvider>
        <CheckLeaf {...props} />
      </VisitorQueryProvider>
    ),
  }
})

/** Checks a leaf without an account. Nothing is sent. */
export function TryLeaf() {
  const { t } = useTranslation()
  if (useUser()?.role === 'farmer') return <Redirect to="/account/addresses/image-analysis" replace />
  const title = { title: t('trial.title'), lead: t('trial.lead') }
  const waiting = (
    <>
      <PageTitle {...title} />
      <SkeletonList count={1} className="h-112 w-full" />
    </>
  )
  return (
    <>
      <Suspense fallback={waiting}>
        <CheckLeaf {...title} />
      </Suspense>
      <p>
        <TextLink to="/learn">{t('trial.learn')}</TextLink>
      </p>
    </>
  )
}
