// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, type PropsWithChildren, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Link, Redirect, Route, Switch, useParams, useSearchParams } from 'wouter'
import { AppRouter, type LinkProps, useAddress } from './router.tsx'

beforeEach(() => window.history.replaceState(null, '', '/'))
afterEach(cleanup)

function Address() {
  const { pathname, search, hash, state, isBack } = useAddress()
  return (
    <output>{[`${pathname}${search}${hash}`, JSON.stringify(state), ...(isBack ? ['back'] : [])].join(' ')}</output>
  )
}
const getAddress = () => screen.getByRole('status').textContent
const showLinks = (links: LinkProps[], path = '/a?b=1#c') => {
  window.history.replaceState(null, '', path)
  render(
    <AppRouter>
      <Address />
      {links.map(link => (
        <Link key={link.to} {...link}>
          {link.to}
        </Link>
      ))}
    </AppRouter>,
  )
}
const click = (name: string, init: MouseEventInit = {}) => fireEvent.click(screen.getByText(name), init)

describe('a link', () => {
  it('leads to a path, a query or a fragment, and adds them to the history', () => {
    const length = window.history.length
    showLinks([{ to: '/x', state: { from: 1 } }, { to: '?d=2' }, { to: '#e' }])
    expect(getAddress()).toBe('/a?b=1#c null back')
    click('?d=2')
    expect(getAddress()).toBe('/a?d=2 null')
    click('#e')
    expect(getAddress()).toBe('/a?d=2#e null')
    click('/x')
    expect(getAddress()).toBe('/x {"from":1}')
    expect(window.location.pathname).toBe('/x')
    expect(window.history.length).toBe(length + 3)
  })

  it('to the current address, or one that replaces, adds nothing to the history', () => {
    const length = window.history.length
    showLinks([{ to: '/a?b=1#c' }, { to: '/y', replace: true }])
    click('/a?b=1#c')
    click('/y')
    expect(getAddress()).toBe('/y null')
    expect(window.history.length).toBe(length)
  })

  it('is left to the browser for a new tab, and to its own handler', () => {
    showLinks([{ to: '/x' }, { to: '/z', onClick: event => event.preventDefault() }])
    const stop = (event: Event) => event.preventDefault()
    window.addEventListener('click', stop)
    click('/x', { ctrlKey: true })
    click('/x', { metaKey: true })
    click('/x', { button: 1 })
    click('/z')
    window.removeEventListener('click', stop)
    expect(getAddress()).toBe('/a?b=1#c null back')
    expect(screen.getByText('/x').getAttribute('href')).toBe('/x')
  })

  it('follows Back and Forward of the browser', () => {
    showLinks([{ to: '/x' }])
    click('/x')
    expect(getAddress()).toBe('/x null')
    window.history.replaceState({ own: true }, '', '/a')
    fireEvent.popState(window)
    expect(getAddress()).toBe('/a {"own":true} back')
  })
})

describe('the routes', () => {
  const Frame = ({ children }: PropsWithChildren) => <main>{children}</main>
  const Post = () => <p>Post {useParams().id}</p>
  const routes = (
    <Switch>
      <Route path="/old">
        <Redirect to="/posts/new" replace />
      </Route>
      <Route path="/posts/new">New</Route>
      <Route path="/posts/:id">
        <Post />
      </Route>
      <Route path="/account/*?">Account</Route>
      <Route>Not found</Route>
    </Switch>
  )
  it.each([
    ['/posts/7', 'Post 7'],
    ['/posts/a%20b', 'Post a b'],
    ['/posts/new', 'New'],
    ['/POSTS/New/', 'New'],
    ['/account', 'Account'],
    ['/account/x', 'Account'],
    ['/accounts', 'Not found'],
    ['/old', 'New'],
  ])('at %s show %s', (path, text) => {
    window.history.replaceState(null, '', path)
    const { container } = render(<AppRouter>{routes}</AppRouter>)
    expect(container.textContent).toBe(text)
  })

  it('keep the screen until the next one has loaded, and their layout', async () => {
    let load: () => void = () => undefined
    const Slow = lazy(
      () =>
        new Promise<{ default: () => React.ReactNode }>(resolve => {
          load = () => resolve({ default: () => <p>Loaded</p> })
        }),
    )
    render(
      <AppRouter>
        <Suspense fallback={<p>Waiting</p>}>
          <Switch>
            <Route key="frame" path="/">
              <Frame>
                <Link to="/slow">Go</Link>
              </Frame>
            </Route>
            <Route key="frame" path="/slow">
              <Frame>
                <Slow />
              </Frame>
            </Route>
          </Switch>
        </Suspense>
      </AppRouter>,
    )
    const frame = screen.getByRole('main')
    click('Go')
    expect(screen.queryByText('Waiting')).toBeNull()
    load()
    expect(await screen.findByText('Loaded')).toBeTruthy()
    expect(screen.getByRole('main')).toBe(frame)
  })
})

it('a query is read and changed by name, and an empty one leaves no mark', () => {
  function Filter() {
    const [params, setParams] = useSearchParams()
    return (
      <>
        <p>Search {params.get('search')}</p>
        <button type="button" onClick={() => setParams({ search: '100%25 & ü' }, { state: 'own' })}>
          Next
        </button>
        <button type="button" onClick={() => setParams({}, { replace: true })}>
          Remove
        </button>
      </>
    )
  }
  render(
    <AppRouter>
      <Address />
      <Filter />
    </AppRouter>,
  )
  click('Next')
  expect(screen.getByText('Search 100%25 & ü')).toBeTruthy()
  expect(getAddress()).toBe('/?search=100%2525+%26+%C3%BC "own"')
  click('Remove')
  expect(window.location.href).toMatch(/[^/]\/$/)
})
