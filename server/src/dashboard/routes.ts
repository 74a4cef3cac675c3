import { dashboard } from '@kutu/contract/dashboard'
import { countDiseasePosts } from '../community/board.ts'
import { tallyOf } from '../detection/tallies.ts'
import { handlers } from '../http/handlers.ts'

export const dashboardFeature = handlers(dashboard)({
  async showStats(app, { caller }) {
    const { total, monthly } = await tallyOf(app, caller.id)
    return {
      imagesAnalyzedRust: total.common_rust,
      imagesAnalyzedHealthy: total.healthy,
      imagesAnalyzedOtherDiseases: total.other_disease,
      totalImagesAnalyzed: total.common_rust + total.healthy + total.other_disease,
      communityPostsRust: await countDiseasePosts(app, caller),
      monthly,
    }
  },
})
