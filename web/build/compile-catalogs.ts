import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Plugin, transformWithOxc } from 'vite'

const catalogPath = /\/src\/i18n\/(?:en|sw|lg)\/(\w+)\.ts$/

/**
 * Compiles the messages at build time, so that the message parser is not shipped. In development they are compiled on
 * load.
 */
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
