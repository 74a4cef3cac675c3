import { lazyScreen, withCatalogs } from './lazy-screen.ts'
import type { ScreenRoute } from './route.ts'

const signUpScreen = withCatalogs('accounts', 'controls')
const articleScreen = withCatalogs('controls', 'detection', 'advice')

/** The screens before sign-in, in the layout with the illustration. */
export const authRoutes: readonly ScreenRoute[] = [
  {
    path: '/auth',
    screen: lazyScreen('Login', () => import('../features/accounts/sessions/Login.tsx'), 'accounts'),
    isEntry: true,
  },
  {
    path: '/auth/forgot-password',
    screen: lazyScreen('ForgotPassword', () => import('../features/accounts/passwords/ForgotPassword.tsx'), 'accounts'),
  },
  {
    path: '/auth/activation',
    screen: signUpScreen('Activation', () => import('../features/accounts/activation/Activation.tsx')),
  },
  {
    path: '/auth/signup',
    screen: signUpScreen('FarmerSignUp', () => import('../features/accounts/signup/FarmerSignUp.tsx')),
  },
  {
    path: '/auth/expert-signup',
    screen: signUpScreen('ExpertSignUp', () => import('../features/accounts/signup/ExpertSignUp.tsx')),
  },
  {
    path: '/auth/verify-email',
    screen: lazyScreen('VerifyEmail', () => import('../features/accounts/activation/VerifyEmail.tsx'), 'accounts'),
  },
  {
    path: '/auth/confirm-password-reset',
    screen: signUpScreen(
      'ConfirmPasswordReset',
      () => import('../features/accounts/passwords/ConfirmPasswordReset.tsx'),
    ),
  },
]

/** The screens that anybody may read, signed in or not. */
export const publicRoutes: readonly ScreenRoute[] = [
  {
    path: '/try',
    screen: lazyScreen('TryLeaf', () => import('../features/detection/capture/TryLeaf.tsx'), 'trial'),
    isEntry: true,
  },
  {
    path: '/learn',
    screen: articleScreen('ArticleIndex', () => import('../features/detection/articles/ArticleIndex.tsx')),
  },
  {
    path: '/learn/:id',
    screen: articleScreen('Article', () => import('../features/detection/articles/Article.tsx')),
  },
  {
    path: '/map',
    screen: lazyScreen(
      'PublicMap',
      () => import('../features/surveillance/map/PublicMap.tsx'),
      'controls',
      'outbreaks',
    ),
  },
  {
    path: '/stop',
    screen: lazyScreen('StopSms', () => import('../features/surveillance/notices/StopSms.tsx'), 'warnings'),
  },
  {
    path: '/confirm-email',
    screen: lazyScreen('ConfirmEmail', () => import('../features/accounts/email/EmailLinkPages.tsx'), 'accounts'),
  },
  {
    path: '/undo-email-change',
    screen: lazyScreen('UndoEmailChange', () => import('../features/accounts/email/EmailLinkPages.tsx'), 'accounts'),
  },
  { path: '/terms', screen: lazyScreen('Terms', () => import('./pages/Terms.tsx'), 'pages') },
  { path: '/contact-us', screen: lazyScreen('ContactUs', () => import('./pages/ContactUs.tsx'), 'pages') },
]
