import type { SessionState, TrainingSession } from '@kutu/contract/training/training-sessions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { isInProgress } from '../queries.ts'

const tones: Record<SessionState, Tone> = {
  queued: 'plain',
  running: 'blue',
  promoted: 'leaf',
  kept: 'amber',
  failed: 'rust',
}

/** Shows a session's progress while it runs, then its outcome. */
export function SessionStatus({ session }: { session: TrainingSession }) {
  const { t, dateTime } = useTranslation()
  const { state, activation, started_by: startedBy, created_at } = session
  const when = dateTime(created_at)
  return (
    <div className="flex flex-col items-start gap-2">
      <Badge tone={activation === 'inactive' ? 'plain' : tones[state]}>
        {activation === null ? t(`session.state.${state}`) : t(`session.activation.${activation}`)}
      </Badge>
      {isInProgress(session) ? (
        <Progress session={session} />
      ) : (
        <p aria-live="polite" className="max-w-prose wrap-anywhere">
          {session.message}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        {startedBy ? t('session.by', { name: startedBy.username, when }) : t('session.by_itself', { when })}
      </p>
    </div>
  )
}

function Progress({ session: { phase, progress } }: { session: TrainingSession }) {
  const { t, percent } = useTranslation()
  return (
    <div className="flex w-full max-w-md flex-col gap-1">
      <div className="flex items-center gap-3">
        <progress
          aria-label={t('session.progress')}
          max={100}
          value={progress}
          className="h-3 grow appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
        />
        <span aria-hidden="true" className="w-14 text-right">
          {percent(progress / 100, 0)}
        </span>
      </div>
      <p aria-live="polite">{t(`session.phase.${phase}`)}</p>
    </div>
  )
}
