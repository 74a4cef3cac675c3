import { Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { LeafPhotos } from './LeafPhotos.tsx'
import { QualityWarnings } from './QualityWarnings.tsx'
import { mostLeaves, type useChosenLeaves } from './use-chosen-leaves.ts'

type Props = {
  chosen: ReturnType<typeof useChosenLeaves>
  /** What was said about the photos. */
  error: string | undefined
  progress: number | undefined
  disabled: boolean
  forgetProblem: () => void
}

/** The place for the photo, and for more leaves of the same plant once there is one. */
export function LeafChoice(props: Props) {
  const { t } = useText()
  const { chosen, disabled, forgetProblem } = props
  const { leaves, isAdding } = chosen
  const isSingle = leaves.length < 2 && !isAdding
  return (
    <div className="flex flex-col gap-4">
      {isSingle ? <OneLeaf {...props} /> : <SeveralLeaves {...props} />}
      <QualityWarnings leaves={leaves} disabled={disabled} onRetake={chosen.retake} />
      {leaves.length > 0 && leaves.length < mostLeaves && !isAdding && (
        <div className="flex flex-col gap-1">
          <Button
            variant="secondary"
            disabled={disabled}
            icon={<Plus aria-hidden="true" className="size-6 shrink-0" />}
            onClick={() => {
              forgetProblem()
              chosen.openPlace()
            }}
          >
            {t('plant.add')}
          </Button>
          <p className="text-sm text-muted">{t('plant.add_note', { most: mostLeaves })}</p>
        </div>
      )}
    </div>
  )
}

function OneLeaf({ chosen, error, progress, disabled, forgetProblem }: Props) {
  const { t } = useText()
  const [leaf] = chosen.leaves
  function take(file: File | null) {
    forgetProblem()
    if (leaf) chosen.remove(leaf.id)
    if (file) chosen.add(file)
  }
  return (
    <Dropzone
      label={t('upload_image.photo')}
      file={leaf?.file ?? null}
      onFile={take}
      onRefused={forgetProblem}
      error={error}
      progress={progress}
      disabled={disabled}
    />
  )
}

function SeveralLeaves({ chosen, error, progress, disabled, forgetProblem }: Props) {
  const { t } = useText()
  const { leaves, isAdding } = chosen
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const count = leaves.length
  // What was pressed is gone, so the reader is led to what came in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of these is what calls for it
  useEffect(() => box.current?.focus({ preventScroll: true }), [count, isAdding])
  function take(file: File | null) {
    forgetProblem()
    if (file) chosen.add(file)
  }
  return (
    <fieldset ref={box} tabIndex={-1} aria-describedby={`${id}-count`} className="flex flex-col gap-4 outline-none">
      <legend className="mb-2 font-bold">{t('plant.photos')}</legend>
      <p id={`${id}-count`} className="text-sm text-muted">
        {t('plant.count', { count, most: mostLeaves })}
      </p>
      <LeafPhotos
        leaves={leaves}
        progress={progress}
        disabled={disabled}
        onRemove={leafId => {
          forgetProblem()
          chosen.remove(leafId)
        }}
      />
      {isAdding ? (
        <>
          <Dropzone
            label={t('plant.next', { position: count + 1 })}
            file={null}
            onFile={take}
            onRefused={forgetProblem}
            error={error}
            disabled={disabled}
          />
          <Button variant="secondary" disabled={disabled} onClick={chosen.closePlace} className="self-start">
            {t('plant.no_more')}
          </Button>
        </>
      ) : (
        error && <FieldError>{error}</FieldError>
      )}
    </fieldset>
  )
}
