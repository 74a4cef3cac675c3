import { readColor } from './chart-fill.ts'

/** Options that all charts share: they fill their container, with the legend at the top in 12 px. */
export function commonOptions() {
  const font = { size: 12, family: getComputedStyle(document.body).fontFamily }
  return {
    responsive: true,
    maintainAspectRatio: false,
    // Animation would explain nothing here.
    animation: false,
    font,
    color: readColor('--color-ink'),
    legend: { position: 'top', labels: { font, color: readColor('--color-ink'), boxWidth: 24, padding: 12 } },
  } as const
}
