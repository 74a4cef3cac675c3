export const submitPath = '/account/addresses/model-training'
export const reviewPath = `${submitPath}/review`
export const sessionsPath = `${submitPath}/sessions`
export const cardPath = '/account/addresses/model-card'
