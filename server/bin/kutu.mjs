#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A bundle of its own, because the health check of the container runs it often and the other commands load the model.
const bundle = process.argv[2] === 'doctor' ? 'doctor' : 'cli'
const built = new URL(`../dist/${bundle}.js`, import.meta.url)
if (!existsSync(built)) {
  console.error('Kutu is not built yet: run `npm run build` first.')
  process.exit(1)
}
await import(built.href)
