import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../../../config.ts'

/** Returns the headers that protect a browser. They are the same for every reply. */
export function securityHeaders(config: Config): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(config))(request, response, () => undefined)
  // Only our own pages may ask for the camera and the position; helmet has no setting for it.
  response.setHeader('permissions-policy', 'camera=(self), geolocation=(self), microphone=()')
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function helmetOptions(config: Config) {
  const isSecure = config.publicUrl.startsWith('https:')
  const [publicOrigin, appOrigin] = [new URL(config.publicUrl).origin, new URL(config.appUrl).origin]
  // The web app at APP_URL shows photos, whose links start with PUBLIC_URL.
  const photoOrigins = publicOrigin === appOrigin ? [] : [publicOrigin]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...photoOrigins],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Together with helmet's default opener policy this makes the page cross-origin isolated.
    crossOriginEmbedderPolicy: { policy: 'require-corp' as const },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
  }
}
