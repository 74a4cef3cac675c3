import { readColor } from './chart-fill.ts'

/** Both charts fill their parent, whatever shape that has; the legend stands at the top in letters of 12 px. */
export function commonOptions() {
  const font = { size: 12, family: getComputedStyle(document.body).fontFamily }
  return {
    responsive: true,
    maintainAspectRatio: false,
    // Nothing here is explained by motion.
    animation: false,
    font,
    color: readColor('--color-ink'),
    legend: { position: 'top', labels: { font, color: readColor('--color-ink'), boxWidth: 24, padding: 12 } },
  } as const
}
