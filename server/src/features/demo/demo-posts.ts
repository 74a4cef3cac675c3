import type { RustClass } from '@kutu/contract/common'
import type { PostInput } from '../community/posts/posts.ts'

type Text = Pick<PostInput, 'title' | 'content' | 'crop_type' | 'disease_type' | 'urgency_level'>
type Answers = { expert: string; farmer?: string; reaction?: 'approve' | 'endorse' | 'flag' }

/** A post of the demonstration, and what experts do with it. Comments belong to approved posts only. */
export type DemoPost = Text & {
  /** The class of its photo, where its disease has no name in the form. */
  shows?: RustClass
  daysAgo: number
  fate: DemoFate
}
export type DemoFate =
  | ({ kind: 'approved' } & Answers)
  | { kind: 'pending' }
  | { kind: 'withdrawn' }
  | { kind: 'flagged'; reason: string }
  | { kind: 'hidden'; reason: string }
  | { kind: 'unflagged'; reason: string }

export const demoPosts: readonly DemoPost[] = [
  {
    title: 'Orange dust on my bean leaves',
    content:
      'It began a week ago on the lower leaves. About one plant in five has it. The dust comes off on my fingers.',
    crop_type: 'BEANS',
    disease_type: 'common_rust',
    urgency_level: 'high',
    daysAgo: 312,
    fate: {
      kind: 'approved',
      expert:
        'The dust means rust. Pull out the worst plants, bury them, and do not walk through the field when it is wet.',
      farmer: 'I had the same last season. Wider rows helped me.',
      reaction: 'endorse',
    },
  },
  {
    title: 'Long grey spots between the veins',
    content: 'My maize is waist high. The spots are straight and end at the veins. It rained all last week.',
    crop_type: 'MAIZE',
    disease_type: 'gray_leaf_spot',
    urgency_level: 'medium',
    daysAgo: 268,
    fate: {
      kind: 'approved',
      expert: 'Straight edges point to gray leaf spot. Plough the stalks under after the harvest and plant beans next.',
      farmer: 'Which variety did you plant?',
      reaction: 'approve',
    },
  },
  {
    title: 'Cheap phones, call me',
    content: 'New phones at half price this week only. Come to the market and ask for me.',
    crop_type: 'MAIZE',
    disease_type: 'none',
    urgency_level: 'high',
    daysAgo: 240,
    fate: { kind: 'hidden', reason: 'This is advertising.' },
  },
  {
    title: 'Is this rice blast?',
    content: 'Spindle-shaped spots with grey centers on the upper leaves. The field stands next to one that has it.',
    crop_type: 'RICE',
    disease_type: 'leaf_blust',
    urgency_level: 'high',
    daysAgo: 201,
    fate: {
      kind: 'approved',
      expert:
        'It fits blast. Keep the field flooded if you can, and stop giving nitrogen until it has stopped spreading.',
    },
  },
  {
    title: 'How far apart should I plant beans?',
    content: 'I want to plant before the long rains. Last time the plants stood close and stayed wet until noon.',
    crop_type: 'BEANS',
    disease_type: 'none',
    urgency_level: 'low',
    daysAgo: 163,
    fate: {
      kind: 'approved',
      expert: 'Fifty centimeters between rows and ten between plants lets the air dry the leaves.',
      farmer: 'Call me and I sell you seed that never gets sick.',
      reaction: 'flag',
    },
  },
  {
    title: 'Brown stripes on wheat',
    content: 'Help',
    crop_type: 'WHEAT',
    disease_type: 'common_rust',
    urgency_level: 'medium',
    daysAgo: 121,
    fate: { kind: 'flagged', reason: 'Please say more: which crop, since when, how many plants.' },
  },
  {
    title: 'Yellow lines on young maize',
    content: 'The youngest leaves have thin yellow lines along their length. Only the plants near the stream have it.',
    crop_type: 'MAIZE',
    disease_type: 'none',
    urgency_level: 'medium',
    shows: 'other_disease',
    daysAgo: 94,
    fate: { kind: 'unflagged', reason: 'This is not about crops or farming.' },
  },
  {
    title: 'Sold my maize already',
    content: 'Please ignore my question from this morning. A neighbor has shown me what to do.',
    crop_type: 'MAIZE',
    disease_type: 'none',
    urgency_level: 'low',
    daysAgo: 71,
    fate: { kind: 'withdrawn' },
  },
  {
    title: 'Rust came back after two weeks',
    content: 'I removed the worst bean plants as advised. Now the plants next to them have the orange dust, too.',
    crop_type: 'BEANS',
    disease_type: 'common_rust',
    urgency_level: 'high',
    daysAgo: 38,
    fate: {
      kind: 'approved',
      expert:
        'It spreads for about two weeks after the first sign. Book a time with me, and we look at the field together.',
      farmer: 'Mine stopped when the dry days came.',
      reaction: 'approve',
    },
  },
  {
    title: 'Wheat turning orange near Narok',
    content: 'Half of the field shows small orange spots in rows. The flag leaves are still green.',
    crop_type: 'WHEAT',
    disease_type: 'common_rust',
    urgency_level: 'high',
    daysAgo: 17,
    fate: {
      kind: 'approved',
      expert: 'Spots in rows look like stripe rust. Call your extension officer today: it moves fast in cool weather.',
    },
  },
  {
    title: 'Spots on maize after the rain',
    content: 'Three days of rain, and now there are brown spots on both sides of the leaves. What should I do first?',
    crop_type: 'MAIZE',
    disease_type: 'common_rust',
    urgency_level: 'medium',
    daysAgo: 6,
    fate: {
      kind: 'approved',
      expert: 'Count the leaves with spots on twenty plants, and look again in five days.',
      farmer: 'Same here in Lira.',
    },
  },
  {
    title: 'Bean leaves with angular brown patches',
    content: 'The patches stop at the veins. They are on the oldest leaves of almost every plant.',
    crop_type: 'BEANS',
    disease_type: 'none',
    urgency_level: 'medium',
    shows: 'other_disease',
    daysAgo: 1,
    fate: { kind: 'pending' },
  },
  {
    title: 'Rice leaves dry from the tip',
    content: 'It began at the edge of the field. The water is low at the moment.',
    crop_type: 'RICE',
    disease_type: 'leaf_blust',
    urgency_level: 'high',
    daysAgo: 0.2,
    fate: { kind: 'pending' },
  },
]
