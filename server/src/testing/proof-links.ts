import { existsSync, readFileSync } from 'node:fs'

/** A link of the form `[label](path) “part of a title”`: a file, and for tests a part of a title. */
export type ProofLink = { path: string; title: string | undefined; file: URL }

/** Returns the cells of every table row of a page, without the separator rows. */
export const readTableRows = (text: string): { line: string; cells: string[] }[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\|[-|]+\|$/.test(line))
    .map(line => ({
      line,
      cells: line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim()),
    }))

/** Returns the links of a page to files of the repository. */
export const readProofLinks = (page: URL): ProofLink[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)(?: “([^”]*)”)?/g)].map(
    ([, path = '', title]) => ({ path, title, file: new URL(path, page) }),
  )

export const findMissingFiles = (links: readonly ProofLink[]): string[] =>
  links.filter(({ file }) => !existsSync(file)).map(({ path }) => path)

/** Returns the lines that contain test titles, so that other strings in a test do not count. */
const readTestTitles = (file: URL) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => /^\s*(test|it|describe)\b|^\s*\].*\)\(['"`]|^\s*['"`]/.test(line))
    .join('\n')
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Returns the quoted titles that no test in the linked file has. */
export const findMissingTitles = (links: readonly ProofLink[]): string[] =>
  links
    .filter(({ file, title }) => title !== undefined && existsSync(file))
    .filter(({ path, file, title = '' }) => !isTest(path) || !readTestTitles(file).includes(title))
    .map(({ path, title }) => `${path}: ${title}`)
