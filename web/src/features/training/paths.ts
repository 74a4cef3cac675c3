export const submitPath = '/account/addresses/model-training'
export const reviewPath = `${submitPath}/review`
export const sessionsPath = `${submitPath}/sessions`
export const modelCardPath = '/account/addresses/model-card'
