import { readFile } from 'node:fs/promises'
import { leaf, type leaves } from './leaves.ts'
import { type Person, tokenOf } from './people.ts'
import { origin } from './product.ts'

/** Has leaves analysed in a farmer's name, one after the other. */
export async function analyse(farmer: Person, ...names: (keyof typeof leaves)[]): Promise<void> {
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
  }
}
