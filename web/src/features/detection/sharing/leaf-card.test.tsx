// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubCanvas } from '../../../testing/canvas-stub.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { AnalysisResult } from '../result/AnalysisResult.tsx'

const decode = vi.fn(async () => undefined)
const shareSheet = vi.fn(async (_: ShareData) => undefined)
let drawn: ReturnType<typeof stubCanvas>

beforeEach(() => {
  drawn = stubCanvas()
  Object.assign(HTMLImageElement.prototype, { decode })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob(['jpeg'])))
  Object.assign(navigator, { share: shareSheet, canShare: () => true })
})
afterEach(() => {
  vi.restoreAllMocks()
  shareSheet.mockClear()
})

async function shareAnswer(changes: Parameters<typeof makeAnalysis>[0] = {}) {
  const { user } = await renderScreen(<AnalysisResult analysis={makeAnalysis(changes)} />, {
    user: 'farmer',
    catalogs: ['detection', 'advice'],
  })
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await vi.waitFor(() => expect(shareSheet).toHaveBeenCalled())
  return shareSheet.mock.calls[0]?.[0] ?? {}
}
/** The words of the picture. They are drawn once and measured once before, so the last half stands on it. */
const getWords = () => drawn.texts.slice(drawn.texts.length / 2)

describe('the picture of an answer', () => {
  it('has the marked photo, the band before the name, one deed and where to ask, but no number', async () => {
    const { files, text } = await shareAnswer({ band: 'likely', verdict: 'uncertain' })
    expect(files?.[0]?.type).toBe('image/jpeg')
    expect(drawn.images).toEqual(['/files/leaf.jpg', '/files/heatmap.png', '/icons/192.png'])
    expect(getWords()).toEqual([
      'Likely',
      'Common Rust',
      'Do this today',
      'Look at ten plants.',
      'Ask your own leaf',
      `${window.location.host}/try`,
    ])
    expect(text).toContain('Likely: Common Rust.')
    expect(text).toContain(`${window.location.origin}/try`)
    expect(text).not.toContain('%')
  })

  it('of a doubtful answer marks no spots and names no disease', async () => {
    const { text } = await shareAnswer({ band: 'uncertain', verdict: 'uncertain' })
    expect(drawn.images).toEqual(['/files/leaf.jpg', '/icons/192.png'])
    expect(getWords().slice(0, 3)).toEqual(['Not sure', 'We cannot tell yet', 'Do this next'])
    expect(`${getWords()} ${text}`).not.toMatch(/rust/i)
  })

  it('is left out where the photo cannot be loaded: the words are shared', async () => {
    decode.mockRejectedValueOnce(new Error('gone'))
    const { files, text } = await shareAnswer()
    expect(files).toBeUndefined()
    expect(text).toContain('Sure: Common Rust.')
  })
})
