import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Plugin, transformWithOxc } from 'vite'

const catalogue = /\/src\/text\/(?:en|sw|lg)\/(\w+)\.ts$/

/** Parses the sentences while building, so that the parser need not travel; in development they are parsed on arrival. */
export function compileText(): Plugin {
  return {
    name: 'kutu-compile-text',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      const name = catalogue.exec(id)?.[1]
      if (!name) return undefined
      const { code: script } = await transformWithOxc(code, id)
      const module = await import(`data:text/javascript,${encodeURIComponent(script)}`)
      const sentences: Record<string, string> = module[name]
      const compiled = Object.entries(sentences).map(([key, sentence]) => [key, compileMessage(sentence)])
      return { code: `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`, map: null }
    },
  }
}
