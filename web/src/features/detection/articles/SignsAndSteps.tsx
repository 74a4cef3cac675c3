import { sectionTitles } from '@kutu/advice/article'
import { type DiseaseCard, getConfirmedLines } from '@kutu/advice/disease-card'
import { useTranslation } from '../../../i18n/use-translation.ts'

const maxSigns = 3

/** The core of an article: what the farmer sees on the leaf, and the steps of today. */
export function SignsAndSteps({ card }: { card: DiseaseCard }) {
  const { language } = useTranslation()
  const { whatYouSee, doToday } = card.sections
  return (
    <>
      <div className="flex flex-col gap-3">
        <h2 className="text-lg">{sectionTitles.whatYouSee[language]}</h2>
        <ul className="flex list-disc flex-col gap-2 pl-6">
          {getConfirmedLines(whatYouSee)
            .slice(0, maxSigns)
            .map(({ text }) => (
              <li key={text.en}>{text[language]}</li>
            ))}
        </ul>
      </div>
      <div className="flex flex-col gap-3 rounded-lg bg-leaf p-4 text-white">
        <h2 className="text-lg">{sectionTitles.doToday[language]}</h2>
        <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-bold">
          {getConfirmedLines(doToday).map(({ text }) => (
            <li key={text.en}>{text[language]}</li>
          ))}
        </ol>
      </div>
    </>
  )
}
