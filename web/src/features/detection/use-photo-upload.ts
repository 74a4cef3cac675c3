import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { useRef, useState } from 'react'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { say } from '../../text/say.ts'
import { useText } from '../../text/use-text.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { useDetectRust } from './queries.ts'

type Phase = 'choosing' | 'sending' | 'analysing'
type Chosen = { photo: File | null; crop: CropType | null; key: string }

const choose = (photo: File | null, crop: CropType | null): Chosen => ({ photo, crop, key: newIdempotencyKey() })

/** Whether somebody gave a reason: the server, or the missing network. */
const isSaid = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && error.message !== say('error.unreadable'))

/** One photo from its choice to its answer. */
export function usePhotoUpload(onAnswer: (analysis: Analysis) => void) {
  const { t } = useText()
  const detect = useDetectRust()
  const [chosen, setChosen] = useState(() => choose(null, null))
  const [problem, setProblem] = useState<{ message: string; isNoLeaf: boolean }>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const phase: Phase = progress === undefined ? 'choosing' : progress < 1 ? 'sending' : 'analysing'

  function refuse(message: string, isNoLeaf = false) {
    setProblem({ message, isNoLeaf })
    showError(t('notice.error'), message)
  }
  function process() {
    const { photo, crop, key } = chosen
    if (photo === null) return refuse(t('upload_image.none'))
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setProblem(undefined)
    setProgress(0)
    detect.mutate(
      { photo, crop, key, signal, onProgress: setProgress },
      {
        onSuccess: analysis => {
          showSuccess(t('notice.success'), t('upload_image.done'))
          setChosen(choose(null, null))
          onAnswer(analysis)
        },
        onError: error => {
          if (signal.aborted) return
          const isNoLeaf = error instanceof ApiError && error.is('not_a_leaf')
          refuse(isSaid(error) ? error.message : t('upload_image.failed'), isNoLeaf)
        },
        onSettled: () => setProgress(undefined),
      },
    )
  }
  return {
    photo: chosen.photo,
    crop: chosen.crop,
    problem,
    progress,
    phase,
    process,
    stop: () => running.current?.abort(),
    choosePhoto: (photo: File | null) => {
      setProblem(undefined)
      setChosen(choose(photo, chosen.crop))
    },
    forgetProblem: () => setProblem(undefined),
    chooseCrop: (crop: CropType | null) => setChosen(choose(chosen.photo, crop)),
  }
}
