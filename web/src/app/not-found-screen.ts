import { lazyScreen } from './lazy-screen.ts'

/** The screen for an unknown address, and for one that the reader's role may not open. */
export const NotFound = lazyScreen('NotFound', () => import('./pages/NotFound.tsx'), 'pages')
