import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { keepOffline } from './app/keep-offline.ts'
import { followNewVersion } from './app/new-version.ts'
import { preferredLanguage } from './text/language.ts'
import { loadText, speak } from './text/say.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followNewVersion()
await loadText('common')
await speak(preferredLanguage())
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
keepOffline()
