import { screen } from './screen.ts'

/** The screens of visitors with the text catalogues they speak from; each stands once more in routes.tsx. */
export const Login = screen('Login', () => import('../features/accounts/Login.tsx'), 'accounts')
export const ForgotPassword = screen(
  'ForgotPassword',
  () => import('../features/accounts/ForgotPassword.tsx'),
  'accounts',
)
export const Activation = screen(
  'Activation',
  () => import('../features/accounts/Activation.tsx'),
  'accounts',
  'controls',
)
export const FarmerSignUp = screen(
  'FarmerSignUp',
  () => import('../features/accounts/FarmerSignUp.tsx'),
  'accounts',
  'controls',
)
export const ExpertSignUp = screen(
  'ExpertSignUp',
  () => import('../features/accounts/ExpertSignUp.tsx'),
  'accounts',
  'controls',
)
export const VerifyEmail = screen('VerifyEmail', () => import('../features/accounts/VerifyEmail.tsx'), 'accounts')
export const ConfirmPasswordReset = screen(
  'ConfirmPasswordReset',
  () => import('../features/accounts/ConfirmPasswordReset.tsx'),
  'accounts',
  'controls',
)

export const ArticleIndex = screen(
  'ArticleIndex',
  () => import('../features/detection/ArticleIndex.tsx'),
  'controls',
  'detection',
  'advice',
)
export const Article = screen(
  'Article',
  () => import('../features/detection/Article.tsx'),
  'controls',
  'detection',
  'advice',
)

export const AccountRoutes = screen(
  'AccountRoutes',
  () => import('./account-routes.tsx'),
  'menu',
  'controls',
  'notifications',
)
export const Terms = screen('Terms', () => import('./pages/Terms.tsx'), 'pages')
export const ContactUs = screen('ContactUs', () => import('./pages/ContactUs.tsx'), 'pages')
export const NotFound = screen('NotFound', () => import('./pages/NotFound.tsx'), 'pages')
