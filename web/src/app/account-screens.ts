import { lazyScreen } from './lazy-screen.ts'

/** Every screen behind sign-in with the text catalogues it speaks from. Later screens add their line here and one in account-routes.tsx; those people come in by are in first-screens.ts. */
export const PastAnalysis = lazyScreen(
  'PastAnalysis',
  () => import('../features/detection/history/PastAnalysis.tsx'),
  'detection',
  'advice',
)
export const EducationResources = lazyScreen(
  'EducationResources',
  () => import('../features/detection/articles/EducationResources.tsx'),
  'detection',
  'advice',
)

export const ModelCard = lazyScreen(
  'ModelCardPage',
  () => import('../features/training/model-card/ModelCardPage.tsx'),
  'detection',
  'training',
  'teaching',
)

export const ModelTraining = lazyScreen(
  'ModelTraining',
  () => import('../features/training/upload/ModelTraining.tsx'),
  'controls',
  'detection',
  'teaching',
)
export const TrainingReview = lazyScreen(
  'TrainingReview',
  () => import('../features/training/queue/TrainingReview.tsx'),
  'controls',
  'detection',
  'teaching',
)
export const TrainingSessions = lazyScreen(
  'TrainingSessions',
  () => import('../features/training/sessions/TrainingSessions.tsx'),
  'controls',
  'detection',
  'training',
  'teaching',
)

export const Profile = lazyScreen('Profile', () => import('../features/accounts/profile/Profile.tsx'), 'accounts')
export const Settings = lazyScreen('Settings', () => import('../features/settings/Settings.tsx'), 'settings')

export const PostPage = lazyScreen('PostPage', () => import('../features/community/post/PostPage.tsx'), 'community')
export const MyPosts = lazyScreen('MyPosts', () => import('../features/community/my-posts/MyPosts.tsx'), 'community')
export const EditPost = lazyScreen(
  'EditPost',
  () => import('../features/community/create/EditPost.tsx'),
  'controls',
  'community',
)
export const Slots = lazyScreen('Slots', () => import('../features/consultations/slots/Slots.tsx'), 'consultations')
export const MyBookings = lazyScreen(
  'MyBookings',
  () => import('../features/consultations/my-bookings/MyBookings.tsx'),
  'consultations',
)
export const MyBookingPage = lazyScreen(
  'MyBookingPage',
  () => import('../features/consultations/my-bookings/MyBookingPage.tsx'),
  'consultations',
)
export const CreateSlot = lazyScreen(
  'CreateSlot',
  () => import('../features/consultations/availability/CreateSlot.tsx'),
  'controls',
  'consultations',
)
export const Bookings = lazyScreen(
  'Bookings',
  () => import('../features/consultations/expert-bookings/Bookings.tsx'),
  'consultations',
)
export const Notifications = lazyScreen(
  'Notifications',
  () => import('../features/notifications/Notifications.tsx'),
  'controls',
  'notifications',
)

export const AllPosts = lazyScreen(
  'AllPosts',
  () => import('../features/community/moderation/board/AllPosts.tsx'),
  'controls',
  'community',
  'moderation',
)
export const PostComments = lazyScreen(
  'PostComments',
  () => import('../features/community/moderation/comments/PostComments.tsx'),
  'controls',
  'community',
  'moderation',
)

export const ExpertApplications = lazyScreen(
  'ExpertApplications',
  () => import('../features/admin/experts/ExpertApplications.tsx'),
  'admin',
)
export const AuditLog = lazyScreen('AuditLog', () => import('../features/admin/audit/AuditLog.tsx'), 'admin')
export const Users = lazyScreen('Users', () => import('../features/admin/users/Users.tsx'), 'controls', 'admin')
export const SystemStatus = lazyScreen(
  'SystemStatus',
  () => import('../features/admin/system/SystemStatus.tsx'),
  'admin',
)
export const FlaggedContent = lazyScreen(
  'FlaggedContent',
  () => import('../features/admin/flags/FlaggedContent.tsx'),
  'controls',
  'admin',
  'community',
  'moderation',
)
