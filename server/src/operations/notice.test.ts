import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const readText = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

it('NOTICE names every package that the server and the web app import, and the licenses that ask for it', () => {
  const notice = readText('NOTICE')
  const names = ['server', 'web'].flatMap(folder =>
    Object.keys((JSON.parse(readText(`${folder}/package.json`)) as { dependencies: object }).dependencies),
  )
  const others = names.filter(name => !name.startsWith('@kutu/'))
  expect(others.length).toBeGreaterThan(40)
  expect(others.filter(name => !notice.includes(`\n${name} (`))).toEqual([])
  const bundled = ['tailwindcss', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies']
  expect(bundled.filter(name => !notice.includes(`\n${name} (`))).toEqual([])
  expect(notice).toMatch(/libvips .*LGPL-3\.0-or-later/)
  expect(notice).toMatch(/web-push \(MPL-2\.0\).*Source: https/)
})
