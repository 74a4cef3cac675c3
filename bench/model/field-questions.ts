// Measures what a farmer's answers at the plant add to the model's, with simulated farmers: the label of a photo says which
// answer is true. Photos of the split val whose answer is likely or uncertain; LEAF_DATA names their folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { selectCard } from '../../packages/advice/src/advice.ts'
import { conclude, type GivenAnswer, maxQuestions, selectQuestion } from '../../packages/advice/src/evidence.ts'
import { type FieldQuestion, unknownAnswer } from '../../packages/advice/src/field-questions.ts'
import { type HealthClass, healthClasses } from '../../packages/vision/src/inference/classes.ts'
import { parseStatedCrop } from '../../packages/vision/src/inference/crop.ts'
import type { LeafDetection } from '../../packages/vision/src/inference/detect.ts'
import { openVision } from '../../packages/vision/src/node/vision.ts'
import { filterBySplit, readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { createRandom } from '../support/random.ts'

const folder = process.env.LEAF_DATA
if (!folder) throw new Error('LEAF_DATA must name a folder of leaf photos with a labels.csv')

type Leaf = { label: HealthClass; disease: string | null; detection: LeafDetection }

const { labels } = filterBySplit(await readLabels(folder), ['val'])
const isHealthClass = (name: string): name is HealthClass => healthClasses.some(each => each === name)
const vision = await openVision()
const leaves: Leaf[] = []
for (const { path, crop, disease, product_class: label } of labels) {
  const statedCrop = parseStatedCrop(crop)
  if (!isHealthClass(label) || statedCrop === null) continue
  const detection = await vision.detect(await readFile(join(folder, path)), statedCrop)
  if (detection.isLeaf) leaves.push({ label, disease: disease || null, detection })
}
await vision.close()

const doubtful = leaves.filter(({ detection: { band } }) => band === 'likely' || band === 'uncertain')
console.log(`${leaves.length} leaves with the crop stated, ${doubtful.length} of them likely or uncertain\n`)
console.log('answers          wrong  accuracy  questions  likely or sure  of these right  sure  of these right')
for (const errorRate of [0, 0.2]) for (let count = 0; count <= maxQuestions; count++) report(count, errorRate)

function report(maxCount: number, errorRate: number): void {
  const random = createRandom(1)
  const results = doubtful.map(leaf => {
    const given: GivenAnswer[] = []
    while (given.length < maxCount) {
      const question = selectQuestion(leaf.detection, given)
      if (question === null) break
      given.push({ question: question.id, answer: answerAs(question, leaf, random() < errorRate, random) })
    }
    const { rustClass, band } = conclude(leaf.detection, given) ?? leaf.detection
    return { isRight: rustClass === leaf.label, band, questions: given.length }
  })
  const share = (values: readonly boolean[]) => (values.filter(Boolean).length / values.length).toFixed(3)
  const right = (bands: readonly string[]) =>
    share(results.filter(({ band }) => bands.includes(band)).map(({ isRight }) => isRight))
  const answered = ['likely', 'confident']
  console.log(
    [
      `at most ${maxCount}`.padEnd(16),
      errorRate.toFixed(1).padEnd(6),
      share(results.map(({ isRight }) => isRight)).padEnd(9),
      (results.reduce((sum, { questions }) => sum + questions, 0) / results.length).toFixed(2).padEnd(10),
      share(results.map(({ band }) => answered.includes(band))).padEnd(15),
      right(answered).padEnd(15),
      share(results.map(({ band }) => band === 'confident')).padEnd(5),
      right(['confident']),
    ].join(' '),
  )
}

/** Answers with the sign that the disease of the label shows, or with another one; a disease without any of them is not judged. */
function answerAs(
  { answers }: FieldQuestion,
  { label, disease, detection }: Leaf,
  isWrong: boolean,
  random: () => number,
) {
  const card = selectCard({ productClass: label, crop: detection.crop, disease })
  const isTrue = answers.map(({ fits }) => fits.includes(card.id) || fits.includes(label))
  const choices = answers.filter((_, i) => isTrue.includes(true) && isTrue[i] !== isWrong)
  return choices[Math.floor(random() * choices.length)]?.id ?? unknownAnswer
}
