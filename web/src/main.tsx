import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { sendForScreen } from './app/first-screens.ts'
import { keepFocus } from './app/keep-focus.ts'
import { keepOffline } from './app/keep-offline.ts'
import { loadPageAnew } from './app/new-version.ts'
import { preferredLanguage } from './text/language.ts'
import { loadText, speak } from './text/say.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

document.documentElement.dataset.textSize = localStorage.getItem('textSize') ?? ''
const speaking = Promise.all([loadText('common'), speak(preferredLanguage())])
sendForScreen(window.location.pathname)
await speaking.catch(loadPageAnew)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
keepFocus()
keepOffline()
