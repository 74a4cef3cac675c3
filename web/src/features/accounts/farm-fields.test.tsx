// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { DistrictField } from './farm-fields.tsx'

function Form({ stored = '', country }: { stored?: string; country?: string }) {
  const [district, setDistrict] = useState(stored)
  const [location, setLocation] = useState('')
  return (
    <>
      <input aria-label="Farm location" value={location} onChange={event => setLocation(event.target.value)} />
      <DistrictField value={district} onChange={setDistrict} {...{ location, country }} />
      <output>{district}</output>
    </>
  )
}
const getChosen = () => document.querySelector('output')?.textContent
const getButton = () => screen.getByRole('combobox', { name: /^District/ })
const typeLocation = (user: UserEvent, text: string) => user.type(screen.getByLabelText('Farm location'), text)

describe('the district of a farm', () => {
  it('is searched and chosen with the keyboard, and removed again', async () => {
    const { user } = await renderScreen(<Form />)
    getButton().focus()
    await user.keyboard('{ArrowDown}')
    await user.keyboard('nakur{Enter}')
    expect(getChosen()).toBe('KE-nakuru')
    expect(getButton().textContent).toBe('Nakuru, Kenya')
    expect(document.activeElement).toBe(getButton())
    await user.click(screen.getByRole('button', { name: 'Remove the district' }))
    expect(getChosen()).toBe('')
  })

  it('lists those of the own country first, and says when there is none', async () => {
    const { user } = await renderScreen(<Form country="KE" />)
    await user.click(getButton())
    const list = within(screen.getByRole('listbox', { name: 'District' }))
    expect(list.getAllByRole('option')[0]?.textContent).toBe('BaringoKenya')
    await user.keyboard('busia')
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['BusiaKenya', 'BusiaUganda'])
    await user.keyboard('xyz')
    expect(screen.getByText('No district of this name. You may leave it empty.')).toBeTruthy()
  })

  it('that the typed location names is offered, and chosen by the person only', async () => {
    const { user } = await renderScreen(<Form country="UG" />)
    await typeLocation(user, 'Nakaloke, Mbale')
    expect(getChosen()).toBe('')
    await user.click(screen.getByRole('button', { name: 'Choose Mbale, Uganda' }))
    expect(getChosen()).toBe('UG-mbale')
    expect(screen.queryByRole('button', { name: 'Choose Mbale, Uganda' })).toBeNull()
  })

  it('that is stored is not replaced by the location', async () => {
    const { user } = await renderScreen(<Form stored="UG-kapchorwa" />)
    await typeLocation(user, 'Mbale')
    expect(getChosen()).toBe('UG-kapchorwa')
  })
})
