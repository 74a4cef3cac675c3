// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '../render-screen.tsx'
import { TableGallery } from './TableGallery.tsx'

const findTable = (title: string) => within(screen.getByRole('region', { name: title }))
const getRowNames = (title = 'Fields') =>
  findTable(title)
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const getHeader = (name: string, title = 'Fields') => {
  const header = findTable(title)
    .getAllByRole('columnheader')
    .find(({ textContent }) => textContent?.includes(name))
  if (!header) throw new Error(`No column ${name}`)
  return header
}
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const getSort = (name: string) => getHeader(name).getAttribute('aria-sort')
const getSortButton = (name: string, title?: string) => within(getHeader(name, title)).getByRole('button')

it('a column sorts from none to descending, ascending and none again, by keyboard and mouse', async () => {
  const { user } = await renderScreen(<TableGallery />)
  expect(getSort('Field')).toBe('none')
  expect(getRowNames()[0]).toBe('Field 1')
  await user.click(getSortButton('Field'))
  expect(getSort('Field')).toBe('descending')
  expect(getRowNames()[0]).toBe('Field 63')
  await user.keyboard('{Enter}')
  expect(getSort('Field')).toBe('ascending')
  expect(getRowNames()[1]).toBe('Field 2')
  await user.keyboard(' ')
  expect(getSort('Field')).toBe('none')

  await user.click(getSortButton('Field'))
  await user.click(getSortButton('Crop'))
  expect(getSort('Field')).toBe('none')
  expect(getSort('Crop')).toBe('descending')
})

it('a search filters by the selected column and says when it finds nothing', async () => {
  const { user } = await renderScreen(<TableGallery />)
  const table = findTable('Fields')
  vi.useFakeTimers()
  fireEvent.change(table.getByLabelText('Search'), { target: { value: 'WHEAT' } })
  wait(450)
  expect(getRowNames(), 'the search waits for the fingers to rest').toHaveLength(20)
  wait(50)
  expect(table.getByText('No results')).toBeTruthy()
  vi.useFakeTimers({ toFake: ['Date'] })
  await user.click(table.getByRole('combobox', { name: 'Search by' }))
  await user.click(screen.getByRole('option', { name: 'Crop' }))
  expect(getRowNames()).toHaveLength(16)
  expect(table.getByText('1 to 16 of 16')).toBeTruthy()
  await user.clear(table.getByLabelText('Search'))
  expect(await table.findByText('1 to 20 of 63')).toBeTruthy()
})

it('pagination goes to the first, previous, next and last page, with page sizes from 5 to all', async () => {
  const { user } = await renderScreen(<TableGallery />)
  const table = findTable('Fields')
  const findButton = (name: string) => table.getByRole('button', { name })
  const isDisabled = (name: string) => findButton(name).getAttribute('aria-disabled')
  expect(isDisabled('First page')).toBe('true')
  findButton('Last page').focus()
  await user.keyboard('{Enter}')
  expect(table.getByText('61 to 63 of 63')).toBeTruthy()
  expect(document.activeElement, 'it leads nowhere now, and keeps the focus').toBe(findButton('Last page'))
  expect(getRowNames()).toHaveLength(3)
  expect(isDisabled('Next page')).toBe('true')
  await user.click(findButton('Previous page'))
  expect(table.getByText('41 to 60 of 63')).toBeTruthy()
  await user.click(findButton('First page'))
  await user.click(findButton('Next page'))
  expect(table.getByText('21 to 40 of 63')).toBeTruthy()

  await user.click(table.getByRole('combobox', { name: 'Rows per page' }))
  const sizes = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(sizes).toEqual(['All', '5', '10', '20', '50', '100', '200'])
  await user.click(screen.getByRole('option', { name: 'All' }))
  expect(getRowNames()).toHaveLength(63)
  expect(table.getByText('1 to 63 of 63')).toBeTruthy()
})

it('rows are selected one by one or per page, and the selection is kept across pages', async () => {
  const { user } = await renderScreen(<TableGallery />)
  const table = findTable('Fields')
  const selectAll = () => table.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  await user.click(table.getByRole('checkbox', { name: 'Select Field 3' }))
  expect(table.getByText('1 row selected')).toBeTruthy()
  expect(selectAll().checked).toBe(false)
  expect(selectAll().indeterminate).toBe(true)
  await user.click(selectAll())
  expect(table.getByText('20 rows selected')).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Next page' }))
  expect(selectAll().checked).toBe(false)
  await user.click(selectAll())
  expect(table.getByText('40 rows selected')).toBeTruthy()
  expect(table.getByRole('button', { name: 'Print' })).toBeTruthy()
})

it('server-side pages and sorting are requested from the server', async () => {
  const { user } = await renderScreen(<TableGallery />)
  const title = 'Fields from the server'
  const table = findTable(title)
  expect(table.getByText('11 to 20 of 63')).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Next page' }))
  expect(table.getByText('21 to 30 of 63')).toBeTruthy()
  expect(getRowNames(title)[0]).toBe('Field 21')
  await user.click(getSortButton('Acres', title))
  expect(table.getByText('1 to 10 of 63')).toBeTruthy()
})
