import { isConclusive } from '@kutu/contract/bands'
import type { CropType } from '@kutu/contract/common'
import type { DiseaseType, Post, UrgencyLevel } from '@kutu/contract/community/community'
import type { Analysis } from '@kutu/contract/detection'
import { crops } from '../shared/post-options.ts'

/** Values of the post form; an empty string is a choice not made yet. The attachment is handled separately. */
export type PostFormValues = {
  title: string
  content: string
  crop_type: CropType | ''
  disease_type: DiseaseType | ''
  urgency_level: UrgencyLevel | ''
}

export const emptyPostForm: PostFormValues = {
  title: '',
  content: '',
  crop_type: '',
  disease_type: '',
  urgency_level: '',
}

/** A form with every choice made, which is what the server accepts. */
export type CompletePostForm = PostFormValues & {
  crop_type: CropType
  disease_type: DiseaseType
  urgency_level: UrgencyLevel
}
export const isComplete = (form: PostFormValues): form is CompletePostForm =>
  form.crop_type !== '' && form.disease_type !== '' && form.urgency_level !== ''

/** Copies the editable fields of a post into form values. */
export const toPostForm = ({ title, content, crop_type, disease_type, urgency_level }: Post): PostFormValues => ({
  title,
  content,
  crop_type,
  disease_type,
  urgency_level,
})

/** Names the model uses for rice blast; the wire value is `leaf_blust`. */
const leafBlastNames: readonly string[] = ['blast', 'leaf_blast', 'leaf_blust']

/**
 * Derives all but the texts from an analysis. The crop is empty where posts do not know it; an answer that is not sure names no
 * disease.
 */
export function prefillFromAnalysis({
  rust_class,
  disease,
  crop,
  band,
}: Analysis): Omit<PostFormValues, 'title' | 'content'> {
  return {
    crop_type: crops.find(each => each === crop?.toUpperCase()) ?? '',
    disease_type: isConclusive(band) ? toDiseaseType(rust_class, disease) : 'none',
    urgency_level: rust_class === 'healthy' ? 'low' : 'medium',
  }
}

function toDiseaseType(rustClass: Analysis['rust_class'], disease: string | null): DiseaseType {
  if (rustClass === 'common_rust') return 'common_rust'
  if (disease === 'gray_leaf_spot') return 'gray_leaf_spot'
  return disease !== null && leafBlastNames.includes(disease) ? 'leaf_blust' : 'none'
}
