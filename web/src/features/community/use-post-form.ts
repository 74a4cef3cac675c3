import { useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { showError } from '../../ui/toasts.ts'
import { isFilled, type PostForm } from './post-form.ts'
import { attach, PhotoRefused, type PostPhoto } from './post-photo.ts'
import type { WrittenPost } from './queries.ts'

type Beginning = { form: PostForm; photo: PostPhoto }

/** Fields of the wire that the screen shows as the photo. */
const photoFields = ['image', 'rust_detection']

function focusFirst(form: UseFormReturn<PostForm>, wrong: object): boolean {
  const first = (Object.keys(form.getValues()) as Path<PostForm>[]).find(name => name in wrong)
  if (first !== undefined) form.setFocus(first)
  return first !== undefined
}

/** A post from its words and photo to the server. `send` does the call and what follows its success. */
export function usePostForm(begin: Beginning, send: (post: WrittenPost) => Promise<void>) {
  const { t } = useText()
  const form = useForm<PostForm>({ defaultValues: begin.form, shouldFocusError: false })
  const [photo, setPhoto] = useState(begin.photo)
  const [photoProblem, setPhotoProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()

  function askForTheRest(wrong: object) {
    showError(t('notice.error'), t('make_post.fill_all'))
    focusFirst(form, wrong)
  }
  function showMistakes({ errors }: ApiError) {
    const inForm = errors.filter(({ field }) => field in form.getValues())
    for (const { field, message } of inForm) form.setError(field as Path<PostForm>, { message })
    setPhotoProblem(errors.find(({ field }) => photoFields.includes(field))?.message)
    askForTheRest(Object.fromEntries(inForm.map(({ field }) => [field, true])))
  }
  function showRefusal(error: unknown) {
    if (error instanceof ApiError && error.is('validation_failed') && error.errors.length > 0)
      return showMistakes(error)
    const message = error instanceof PhotoRefused ? error.message : messageOf(error)
    if (error instanceof PhotoRefused) setPhotoProblem(message)
    showError(t('notice.error'), message)
  }
  async function submit(values: PostForm) {
    if (!isFilled(values)) return
    setPhotoProblem(undefined)
    try {
      if (photo.kind === 'file') setProgress(0)
      const attached = await attach(photo, setProgress)
      setProgress(undefined)
      await send({ ...values, ...attached })
    } catch (error) {
      showRefusal(error)
    } finally {
      setProgress(undefined)
    }
  }
  return {
    form,
    photo,
    photoProblem,
    progress,
    isSending: form.formState.isSubmitting,
    setPhoto: (next: PostPhoto) => {
      setPhotoProblem(undefined)
      setPhoto(next)
    },
    forgetPhotoProblem: () => setPhotoProblem(undefined),
    submit: form.handleSubmit(submit, askForTheRest),
    startAnew: (empty: PostForm) => {
      form.reset(empty)
      setPhoto({ kind: 'none' })
    },
  }
}
