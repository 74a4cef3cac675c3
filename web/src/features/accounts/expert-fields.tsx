import { t } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { Form, FormErrors } from '../../ui/form/use-form.ts'

/** The professional profile in a form. Lists are comma-separated strings, which the server splits. */
export type ExpertFormValues = {
  areas_of_expertise: string
  certifications: string
  bio: string
  experience_years: string
  institution: string
  languages_spoken: string
  social_links: string
}

const maxYears = 80

export function validateExpert({
  areas_of_expertise: areas,
  experience_years: years,
}: ExpertFormValues): FormErrors<ExpertFormValues> {
  return {
    areas_of_expertise: /[^\s,]/.test(areas) ? undefined : t('signup_expert.areas_missing'),
    experience_years: /^\d{1,2}$/.test(years) && Number(years) <= maxYears ? undefined : t('signup_expert.years_wrong'),
  }
}

export function ExpertFields({ form }: { form: Form<ExpertFormValues> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField {...form.text('areas_of_expertise')} label={t('expert.areas')} hint={t('signup_expert.areas_hint')} />
      <TextField
        {...form.text('certifications')}
        label={t('expert.certifications')}
        hint={t('signup_expert.commas')}
        optional
      />
      <TextArea {...form.text('bio')} label={t('expert.bio')} optional />
      <NumberField
        {...form.text('experience_years')}
        label={t('signup_expert.years')}
        inputMode="numeric"
        min="0"
        max={maxYears}
      />
      <TextField {...form.text('institution')} label={t('expert.institution')} autoComplete="organization" optional />
      <TextField
        {...form.text('languages_spoken')}
        label={t('expert.languages')}
        hint={t('signup_expert.commas')}
        optional
      />
      <TextField {...form.text('social_links')} label={t('expert.social')} hint={t('signup_expert.commas')} optional />
    </>
  )
}
