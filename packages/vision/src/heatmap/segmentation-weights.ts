import type { CellFeatureName } from './cell-features.ts'

/** Coefficients of a logistic regression, in log-odds; `constant` is the intercept. */
export type LogisticWeights = Record<'constant' | CellFeatureName, number>
/** Fitted by ml/kutu_ml/affected/fit.py to leaves with hand-drawn masks. */
export type SegmentationWeights = { leaf: LogisticWeights; affected: LogisticWeights }

/** Default for a model whose card has no weights: those of the first model they were fitted for. */
export const defaultSegmentationWeights: SegmentationWeights = {
  leaf: {
    constant: 1.07034,
    redness: 1.63333,
    redder_than_leaf: -3.1161,
    lack_of_blue: 0.62838,
    lighter_than_leaf: 3.65952,
    clearly_redder: -1.22153,
    reddish: -0.07639,
    contrast: -4.45608,
    rust: -0.02527,
    other_disease: 0.04141,
    sick: 0.07334,
    not_leaf: -0.11754,
    unlabelled: 0.02108,
  },
  affected: {
    constant: -1.30968,
    redness: 15.70696,
    redder_than_leaf: -3.7785,
    lack_of_blue: 0.17347,
    lighter_than_leaf: 1.25209,
    clearly_redder: 0.53728,
    reddish: 0.89114,
    contrast: 1.66693,
    rust: -0.0533,
    other_disease: -0.00943,
    sick: 0.0675,
    not_leaf: 0.16239,
    unlabelled: -0.01504,
  },
}
