import { Component, type ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = { children: ReactNode }

/** Catches what breaks while a page is drawn, or a part of the program that could not be fetched. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }
  static getDerivedStateFromError = () => ({ hasCrashed: true })

  override render() {
    return this.state.hasCrashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { t } = useText()
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
