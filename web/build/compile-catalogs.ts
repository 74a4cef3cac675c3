import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Plugin, transformWithOxc } from 'vite'

const catalogPath = /\/src\/i18n\/(?:en|sw|lg)\/(\w+)\.ts$/

/** Parses the sentences while building, so that the parser need not travel; in development they are parsed on arrival. */
export function compileCatalogs(): Plugin {
  return {
    name: 'kutu-compile-text',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      const name = catalogPath.exec(id)?.[1]
      if (!name) return undefined
      const { code: script } = await transformWithOxc(code, id)
      const module = await import(`data:text/javascript,${encodeURIComponent(script)}`)
      const messages: Record<string, string> = module[name]
      const compiled = Object.entries(messages).map(([key, message]) => [key, compileMessage(message)])
      return { code: `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`, map: null }
    },
  }
}
