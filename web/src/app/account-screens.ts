import { screen } from './screen.ts'

/** Every screen behind sign-in with the text catalogues it speaks from. Later screens add their line here and one in account-routes.tsx; those people come in by are in first-screens.ts. */
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

export const ModelCard = screen(
  'ModelCardPage',
  () => import('../features/training/ModelCardPage.tsx'),
  'detection',
  'training',
  'teaching',
)

export const ModelTraining = screen(
  'ModelTraining',
  () => import('../features/training/ModelTraining.tsx'),
  'controls',
  'detection',
  'teaching',
)
export const TrainingReview = screen(
  'TrainingReview',
  () => import('../features/training/TrainingReview.tsx'),
  'controls',
  'detection',
  'teaching',
)
export const TrainingSessions = screen(
  'TrainingSessions',
  () => import('../features/training/TrainingSessions.tsx'),
  'controls',
  'detection',
  'training',
  'teaching',
)

export const Profile = screen('Profile', () => import('../features/accounts/Profile.tsx'), 'accounts')
export const Settings = screen('Settings', () => import('../features/settings/Settings.tsx'), 'settings')

export const PostPage = screen('PostPage', () => import('../features/community/PostPage.tsx'), 'community')
export const MyPosts = screen('MyPosts', () => import('../features/community/MyPosts.tsx'), 'community')
export const EditPost = screen('EditPost', () => import('../features/community/EditPost.tsx'), 'controls', 'community')
export const Slots = screen('Slots', () => import('../features/consultations/Slots.tsx'), 'consultations')
export const MyBookings = screen(
  'MyBookings',
  () => import('../features/consultations/MyBookings.tsx'),
  'consultations',
)
export const MyBookingPage = screen(
  'MyBookingPage',
  () => import('../features/consultations/MyBookingPage.tsx'),
  'consultations',
)
export const CreateSlot = screen(
  'CreateSlot',
  () => import('../features/consultations/CreateSlot.tsx'),
  'controls',
  'consultations',
)
export const Bookings = screen('Bookings', () => import('../features/consultations/Bookings.tsx'), 'consultations')
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
export const Users = screen('Users', () => import('../features/admin/Users.tsx'), 'controls', 'admin')
export const System = screen('System', () => import('../features/admin/System.tsx'), 'admin')
export const FlaggedContent = screen(
  'FlaggedContent',
  () => import('../features/admin/FlaggedContent.tsx'),
  'controls',
  'admin',
  'community',
  'moderation',
)
