import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { eraseLeftovers } from './api/session/private-data.ts'
import { hasSession } from './api/session/session.ts'
import { App } from './app/App.tsx'
import { preloadScreen } from './app/AppRoutes.tsx'
import { registerServiceWorker } from './app/browser/register-service-worker.ts'
import { reloadOnce } from './app/browser/reload-on-update.ts'
import { restoreLostFocus } from './app/browser/restore-focus.ts'
import { loadCatalogs, setLocale } from './i18n/i18n.ts'
import { detectLocale } from './i18n/locales.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (!hasSession()) eraseLeftovers()
document.documentElement.dataset.textSize = localStorage.getItem('textSize') ?? ''
const catalogsReady = Promise.all([loadCatalogs('common'), setLocale(detectLocale())])
preloadScreen(window.location.pathname)
await catalogsReady.catch(reloadOnce)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
restoreLostFocus()
registerServiceWorker()
