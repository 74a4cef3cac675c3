export const healthClasses = ['common_rust', 'healthy', 'other_disease'] as const
export type HealthClass = (typeof healthClasses)[number]

export const productClasses = [...healthClasses, 'not_leaf', 'unlabelled'] as const
export type ProductClass = (typeof productClasses)[number]

export type FineClass = { name: string; crop: string | null; disease: string | null; productClass: ProductClass }
