#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli.js', import.meta.url)
if (!existsSync(built)) {
  console.error('Kutu is not built yet: run `npm run build` first.')
  process.exit(1)
}
await import(built.href)
