import { z } from 'zod'

/** NUL and lone surrogates (half a character): PostgreSQL and UTF-8 cannot represent them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const unstorableCharacter = /[\u0000\p{Cs}]/u

/**
 * A part of a request (body, query, fields, parameters) whose texts can be stored, at any depth. The server checks every
 * part with it before the endpoint's own schema, so that no endpoint can forget it.
 */
export const storableInput = z.unknown().superRefine((input, context) => {
  for (const path of findUnstorableTexts(input))
    context.addIssue({ code: 'custom', path, params: { reason: 'characters' } })
})

/** Limits of the reported paths, so that a hostile body cannot make them long. */
const maxReportedTexts = 10
const maxReportedDepth = 8

type Node = { value: unknown; key: string; parent?: Node }

/** Returns the paths of the first such texts, in document order. Not recursive, because a body may be nested very deeply. */
function findUnstorableTexts(input: unknown): string[][] {
  const paths: string[][] = []
  const stack: Node[] = [{ value: input, key: '' }]
  for (let node = stack.pop(); node && paths.length < maxReportedTexts; node = stack.pop()) {
    const { value } = node
    if (typeof value === 'string' && unstorableCharacter.test(value)) paths.push(pathOf(node))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value).reverse()) stack.push({ value: child, key, parent: node })
  }
  return paths
}

function pathOf({ key, parent }: Node): string[] {
  const path: string[] = []
  let name = key
  for (let node = parent; node; node = node.parent) {
    path.push(name)
    name = node.key
  }
  return path.reverse().slice(0, maxReportedDepth)
}
