import { lazyScreen } from './lazy-screen.ts'
import type { ScreenRoute } from './route.ts'

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
    screen: lazyScreen(
      'Activation',
      () => import('../features/accounts/activation/Activation.tsx'),
      'accounts',
      'controls',
    ),
  },
  {
    path: '/auth/signup',
    screen: lazyScreen(
      'FarmerSignUp',
      () => import('../features/accounts/signup/FarmerSignUp.tsx'),
      'accounts',
      'controls',
    ),
  },
  {
    path: '/auth/expert-signup',
    screen: lazyScreen(
      'ExpertSignUp',
      () => import('../features/accounts/signup/ExpertSignUp.tsx'),
      'accounts',
      'controls',
    ),
  },
  {
    path: '/auth/verify-email',
    screen: lazyScreen('VerifyEmail', () => import('../features/accounts/activation/VerifyEmail.tsx'), 'accounts'),
  },
  {
    path: '/auth/confirm-password-reset',
    screen: lazyScreen(
      'ConfirmPasswordReset',
      () => import('../features/accounts/passwords/ConfirmPasswordReset.tsx'),
      'accounts',
      'controls',
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
    screen: lazyScreen(
      'ArticleIndex',
      () => import('../features/detection/articles/ArticleIndex.tsx'),
      'controls',
      'detection',
      'advice',
    ),
  },
  {
    path: '/learn/:id',
    screen: lazyScreen(
      'Article',
      () => import('../features/detection/articles/Article.tsx'),
      'controls',
      'detection',
      'advice',
    ),
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
