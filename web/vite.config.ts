import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkGroups } from './build/chunk-groups.ts'
import { commonPasswords } from './build/common-passwords.ts'
import { compileCatalogs } from './build/compile-catalogs.ts'
import { countryOutlines } from './build/country-outlines.ts'
import { icons } from './build/icons.ts'
import { precompress } from './build/precompress.ts'
import { preloadScript } from './build/preload-script.ts'
import { shippedModel } from './build/shipped-model.ts'

const server = `http://localhost:${process.env.PORT ?? '8002'}`
const proxiedPaths = ['/api', '/analysis', '/dev', '/files']

/** The policy that the server sends, so that the preview breaks where production would. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
].join('; ')
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
const proxy = Object.fromEntries(proxiedPaths.map(base => [base, { target: server }]))

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    compileCatalogs(),
    icons(),
    preloadScript(),
    commonPasswords(),
    countryOutlines(),
    shippedModel(),
    precompress(),
    VitePWA({
      strategies: 'generateSW',
      injectRegister: null,
      manifest: {
        name: 'Kutu',
        short_name: 'Kutu',
        description:
          'Photograph a leaf and learn whether it is rust, another disease or healthy, and what to do today.',
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#FBFBF8',
        theme_color: '#185F33',
        icons: [
          { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,svg}', 'icons/192.png'],
        globIgnores: ['push-worker.js', 'photo-worker.js'],
        importScripts: ['/push-worker.js', '/photo-worker.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|analysis|files|dev)(\/|$)/],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // The camera view comes before it is needed, so the first load need not list what it imports.
      resolveDependencies: (file, dependencies) => (file.includes('LeafCamera') ? [] : dependencies),
    },
    manifest: true,
    rolldownOptions: {
      // A slow machine would fill the output with them.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  worker: { format: 'es' },
  // Vite's development client needs inline styles, so only the preview has the policy.
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy, headers: pageHeaders },
})
