// Cohen's kappa (Cohen 1960, A Coefficient of Agreement for Nominal Scales): agreement of two raters beyond chance. Symbols of
// the paper: p_o, the observed agreement; p_e, the agreement expected by chance; kappa = (p_o - p_e) / (1 - p_e).

import { wilsonInterval } from './metrics.ts'

/** Kappa with its 95 % interval, the observed agreement `share`, and the number of photos that both rated. */
export type Kappa = { kappa: number; low: number; high: number; share: number; photos: number }

/**
 * Returns kappa of a square table of counts: rows are the labels of one rater, columns those of the other. The interval is
 * the Wilson interval of p_o, with p_e held fixed: unlike the asymptotic one (Fleiss, Cohen and Everitt 1969) it has a
 * width even when the raters always agree.
 * @returns null without photos, or when both raters used one and the same label only, so that chance explains everything
 */
export function computeCohensKappa(table: readonly (readonly number[])[]): Kappa | null {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const rows = table.map(sum)
  const columns = table.map((_, j) => sum(table.map(row => row[j] ?? 0)))
  const n = sum(rows)
  if (n === 0) return null
  const agreed = sum(table.map((row, i) => row[i] ?? 0))
  const pe = sum(rows.map((row, i) => (row / n) * ((columns[i] ?? 0) / n)))
  if (pe > 1 - 1e-9) return null
  const { share, low, high } = wilsonInterval(agreed, n)
  const toKappa = (po: number) => Math.max(-1, (po - pe) / (1 - pe))
  return { kappa: toKappa(share), low: toKappa(low), high: toKappa(high), share, photos: n }
}
