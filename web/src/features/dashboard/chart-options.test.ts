import { expect, it } from 'vitest'
import { commonOptions } from './chart-options.ts'

it('both charts have their legend at the top in 12 px and take the shape of their place', () => {
  // Without a browser: what the colours and letters ask of one stands here.
  const style = { fontFamily: 'Atkinson', getPropertyValue: () => '#111' }
  Object.assign(globalThis, { document: { body: {}, documentElement: {} }, getComputedStyle: () => style })
  expect(commonOptions()).toMatchObject({
    responsive: true,
    maintainAspectRatio: false,
    legend: { position: 'top', labels: { font: { size: 12 } } },
  })
})
