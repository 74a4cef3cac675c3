import { privacy } from '@kutu/contract/privacy'
import { implementContract } from '../../platform/http/handlers.ts'
import { buildPrivacyNotice } from './privacy-notice.ts'

export const privacyFeature = implementContract(privacy)({
  showNotice: async app => buildPrivacyNotice(app.config),
})
