import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button } from '../ui/button/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'

type Props = { children: ReactNode }

/** Catches errors of rendering and of loading a screen's files. */
export class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false }
  static getDerivedStateFromError = () => ({ hasError: true })

  override render() {
    return this.state.hasError ? <ErrorFallback /> : this.props.children
  }
}

function ErrorFallback() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto max-w-2xl p-4 sm:p-8">
      <Notice
        kind="error"
        title={t('state.crashed.title')}
        action={
          <div className="flex flex-wrap gap-2 pt-2">
            <Button onClick={() => window.location.reload()}>{t('state.reload')}</Button>
            <Button variant="secondary" onClick={() => window.location.assign('/')}>
              {t('state.to_start')}
            </Button>
          </div>
        }
      >
        {t('state.crashed.message')}
      </Notice>
    </div>
  )
}
