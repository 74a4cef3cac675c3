import { screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ApiEndpoint, ApiResponse } from '../api/endpoints.ts'
import { goOffline, neverRespond, respond, respondWithError } from './api-server.ts'
import { renderScreen } from './render-screen.tsx'

/**
 * Tests the five states that every screen with data from the server has: loading, empty, failed (with another attempt),
 * offline and filled.
 */
export function describeScreenStates<Endpoint extends ApiEndpoint>(
  title: string,
  {
    element,
    options,
    endpoint,
    empty,
    filled,
    respondToOthers = () => undefined,
  }: {
    element: ReactElement
    options: Parameters<typeof renderScreen>[1]
    endpoint: Endpoint
    /** The reply without data and the text it shows. Left out where the screen cannot be empty. */
    empty?: { reply: ApiResponse<Endpoint>; text: string }
    /** A reply with data and a text that shows it. */
    filled: { reply: ApiResponse<Endpoint>; text: string | RegExp }
    /** Sets the replies of the screen's other endpoints. */
    respondToOthers?: () => void
  },
): void {
  const findFilled = async () => expect((await screen.findAllByText(filled.text)).length).toBeGreaterThan(0)

  describe(title, () => {
    it('shows placeholders while it loads', async () => {
      respondToOthers()
      neverRespond(endpoint)
      const { container } = await renderScreen(element, options)
      expect(container.querySelector('.animate-pulse, [role=status], [aria-busy=true]')).toBeTruthy()
      if (empty) expect(screen.queryByText(empty.text)).toBeNull()
    })

    it.runIf(empty)('says so when there is nothing', async () => {
      if (!empty) return
      respondToOthers()
      respond(endpoint, empty.reply)
      await renderScreen(element, options)
      expect(await screen.findByText(empty.text)).toBeTruthy()
    })

    it('shows why loading failed and loads again on request', async () => {
      respondToOthers()
      respondWithError(endpoint, 'internal', { message: 'The server had a problem.' })
      const { user } = await renderScreen(element, options)
      const message = await screen.findByText('The server had a problem.')
      const alert = message.closest<HTMLElement>('[role=alert]') ?? document.body
      respond(endpoint, filled.reply)
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      await findFilled()
    })

    it('says when it can be loaded when the device is offline', async () => {
      goOffline()
      await renderScreen(element, options)
      expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
    })

    it('shows the data', async () => {
      respondToOthers()
      respond(endpoint, filled.reply)
      await renderScreen(element, options)
      await findFilled()
    })
  })
}

/** Returns a page of a list with all its results. */
export const makeListPage = <Item = never>(...results: Item[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})
