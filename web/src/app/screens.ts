import { screen } from './screen.ts'

/** Every screen with the text catalogues it speaks from. Later screens add their line here and one in routes.tsx. */
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
export const Profile = screen('Profile', () => import('../features/accounts/Profile.tsx'), 'accounts')

export const Dashboard = screen('DashboardPage', () => import('./DashboardPage.tsx'), 'dashboard', 'notifications')
export const UploadImage = screen(
  'UploadImage',
  () => import('../features/detection/UploadImage.tsx'),
  'detection',
  'advice',
)
export const PastAnalysis = screen(
  'PastAnalysis',
  () => import('../features/detection/PastAnalysis.tsx'),
  'detection',
  'advice',
)
export const EducationResources = screen(
  'EducationResources',
  () => import('../features/detection/EducationResources.tsx'),
  'detection',
  'advice',
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

export const MakePost = screen('MakePost', () => import('../features/community/MakePost.tsx'), 'controls', 'community')
export const PostPage = screen('PostPage', () => import('../features/community/PostPage.tsx'), 'community')
export const MyPosts = screen('MyPosts', () => import('../features/community/MyPosts.tsx'), 'community')
export const EditPost = screen('EditPost', () => import('../features/community/EditPost.tsx'), 'controls', 'community')
export const Notifications = screen(
  'Notifications',
  () => import('../features/notifications/Notifications.tsx'),
  'controls',
  'notifications',
)

export const AllPosts = screen(
  'AllPosts',
  () => import('../features/moderation/AllPosts.tsx'),
  'controls',
  'community',
  'moderation',
)
export const PostComments = screen(
  'PostComments',
  () => import('../features/moderation/PostComments.tsx'),
  'controls',
  'community',
  'moderation',
)

export const WaitingExperts = screen('WaitingExperts', () => import('../features/admin/WaitingExperts.tsx'), 'admin')
export const AuditLog = screen('AuditLog', () => import('../features/admin/AuditLog.tsx'), 'admin')

export const SignedInArea = screen('SignedInArea', () => import('./SignedInArea.tsx'), 'controls', 'notifications')
export const Terms = screen('Terms', () => import('./pages/Terms.tsx'), 'pages')
export const ContactUs = screen('ContactUs', () => import('./pages/ContactUs.tsx'), 'pages')
export const NotFound = screen('NotFound', () => import('./pages/NotFound.tsx'), 'pages')
