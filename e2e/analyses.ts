import { readFile } from 'node:fs/promises'
import { leaf, type leaves } from './leaves.ts'
import { type Person, tokenOf } from './people.ts'
import { origin } from './product.ts'

/** Has leaves analysed in a farmer's name, one after the other, and answers the numbers of the analyses. */
export async function analyse(farmer: Person, ...names: (keyof typeof leaves)[]): Promise<string[]> {
  const ids: string[] = []
  const authorization = `Bearer ${await tokenOf(farmer)}`
  for (const name of names) {
    const body = new FormData()
    body.set('image', new Blob([await readFile(leaf(name))], { type: 'image/jpeg' }), 'leaf.jpg')
    const response = await fetch(`${origin}/analysis/rust-detection/`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    if (!response.ok) throw new Error(`The analysis answered ${response.status}: ${await response.text()}`)
    ids.push(((await response.json()) as { id: string }).id)
  }
  return ids
}
