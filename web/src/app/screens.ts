import { lazyScreen } from './lazy-screen.ts'

/** The screens of visitors with the text catalogues they speak from; each stands once more in routes.tsx. */
export const Login = lazyScreen('Login', () => import('../features/accounts/sessions/Login.tsx'), 'accounts')
export const ForgotPassword = lazyScreen(
  'ForgotPassword',
  () => import('../features/accounts/passwords/ForgotPassword.tsx'),
  'accounts',
)
export const Activation = lazyScreen(
  'Activation',
  () => import('../features/accounts/activation/Activation.tsx'),
  'accounts',
  'controls',
)
export const FarmerSignUp = lazyScreen(
  'FarmerSignUp',
  () => import('../features/accounts/signup/FarmerSignUp.tsx'),
  'accounts',
  'controls',
)
export const ExpertSignUp = lazyScreen(
  'ExpertSignUp',
  () => import('../features/accounts/signup/ExpertSignUp.tsx'),
  'accounts',
  'controls',
)
export const VerifyEmail = lazyScreen(
  'VerifyEmail',
  () => import('../features/accounts/activation/VerifyEmail.tsx'),
  'accounts',
)
export const ConfirmPasswordReset = lazyScreen(
  'ConfirmPasswordReset',
  () => import('../features/accounts/passwords/ConfirmPasswordReset.tsx'),
  'accounts',
  'controls',
)

export const ArticleIndex = lazyScreen(
  'ArticleIndex',
  () => import('../features/detection/articles/ArticleIndex.tsx'),
  'controls',
  'detection',
  'advice',
)
export const Article = lazyScreen(
  'Article',
  () => import('../features/detection/articles/Article.tsx'),
  'controls',
  'detection',
  'advice',
)

export const AccountRoutes = lazyScreen(
  'AccountRoutes',
  () => import('./account-routes.tsx'),
  'menu',
  'controls',
  'notifications',
)
export const Terms = lazyScreen('Terms', () => import('./pages/Terms.tsx'), 'pages')
export const ContactUs = lazyScreen('ContactUs', () => import('./pages/ContactUs.tsx'), 'pages')
export const NotFound = lazyScreen('NotFound', () => import('./pages/NotFound.tsx'), 'pages')
