// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { ChartCard } from './ChartCard.tsx'

const renderCard = (load: () => Promise<() => React.JSX.Element>) =>
  renderScreen(
    <ChartCard
      title="Results"
      labels={{ asChart: 'Show as chart', asTable: 'Show as table' }}
      load={load}
      chartProps={{}}
      table={<p>Rust: 4</p>}
      isEager
    />,
  )

describe('a chart', () => {
  it('is shown with a button for its table', async () => {
    await renderCard(async () => () => <p>A pie</p>)
    expect(await screen.findByText('A pie')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show as table' })).toBeTruthy()
  })

  it('gives way to its table where it cannot be loaded', async () => {
    await renderCard(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    await expect.poll(() => screen.getByText('Rust: 4').parentElement?.className).not.toContain('sr-only')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
