import {
  BookOpen,
  BrainCircuit,
  CalendarClock,
  CalendarPlus,
  Camera,
  CircleUser,
  ClipboardList,
  Flag,
  GraduationCap,
  KeyRound,
  LayoutDashboard,
  MapPinned,
  MessageSquareText,
  MessagesSquare,
  ServerCog,
  SquarePen,
  TriangleAlert,
  UserCheck,
  Users,
} from 'lucide-react'
import { lazyScreen, withCatalogs } from './lazy-screen.ts'
import type { ScreenRoute } from './route.ts'

const analysisScreen = withCatalogs('detection', 'advice')
const teachingScreen = withCatalogs('detection', 'teaching')
const modelScreen = withCatalogs('detection', 'training', 'teaching')
const warningScreen = withCatalogs('outbreaks', 'warnings')
const moderationScreen = withCatalogs('community', 'moderation')
const consultationScreen = withCatalogs('consultations')

/**
 * The screens behind sign-in, in the order of the menu. This half of the route table is a module of its own, so that a
 * visitor who signs in does not load it first. The catalogs of `AccountRoutes` are loaded already.
 */
export const accountRoutes: readonly ScreenRoute[] = [
  {
    path: '/account',
    screen: lazyScreen('DashboardPage', () => import('./DashboardPage.tsx'), 'dashboard'),
    menu: { labelKey: 'menu.dashboard', icon: LayoutDashboard },
    isEntry: true,
  },
  {
    path: '/account/figures',
    screen: lazyScreen('FiguresPage', () => import('./FiguresPage.tsx'), 'dashboard'),
    roles: ['expert'],
  },
  {
    path: '/account/addresses/image-analysis',
    screen: analysisScreen('UploadImage', () => import('../features/detection/capture/CheckLeaf.tsx')),
    roles: ['farmer'],
    menu: { labelKey: 'menu.upload_image', icon: Camera, group: 'analysis' },
    isEntry: true,
  },
  {
    path: '/account/addresses/image-analysis/:id',
    screen: analysisScreen('PastAnalysis', () => import('../features/detection/history/PastAnalysis.tsx')),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/education-resources',
    screen: analysisScreen('EducationResources', () => import('../features/detection/articles/EducationResources.tsx')),
    menu: {
      labelKey: 'menu.education_resources',
      icon: BookOpen,
      group: 'analysis',
      isSecondary: true,
      roles: ['farmer'],
    },
  },
  {
    path: '/account/addresses/model-training',
    screen: teachingScreen('ModelTraining', () => import('../features/training/upload/ModelTraining.tsx')),
    roles: ['expert'],
    // After Bookings in the bottom bar, because farmers wait there.
    menu: { labelKey: 'menu.model_training', icon: GraduationCap, group: 'analysis', isSecondary: true },
  },
  {
    path: '/account/addresses/model-training/review',
    screen: teachingScreen('TrainingReview', () => import('../features/training/queue/TrainingReview.tsx')),
    roles: ['expert'],
  },
  {
    path: '/account/addresses/model-training/sessions',
    screen: modelScreen('TrainingSessions', () => import('../features/training/sessions/TrainingSessions.tsx')),
    roles: ['expert'],
  },
  {
    path: '/account/addresses/model-card',
    screen: modelScreen('ModelCardPage', () => import('../features/training/model-card/ModelCardPage.tsx')),
    roles: ['expert'],
  },
  {
    path: '/account/outbreaks',
    screen: lazyScreen('OutbreakMap', () => import('../features/surveillance/map/OutbreakMap.tsx'), 'outbreaks'),
    roles: ['expert', 'admin'],
    menu: { labelKey: 'menu.outbreaks', icon: MapPinned, group: 'surveillance', isSecondary: true },
  },
  {
    path: '/account/outbreaks/trend',
    screen: lazyScreen('TrendPage', () => import('../features/surveillance/trends/TrendPage.tsx'), 'outbreaks'),
    roles: ['expert', 'admin'],
  },
  {
    path: '/account/outbreaks/summary',
    screen: lazyScreen(
      'SummaryPage',
      () => import('../features/surveillance/summary/SummaryPage.tsx'),
      'outbreaks',
      'summaries',
    ),
    roles: ['expert', 'admin'],
  },
  {
    path: '/account/disease-warnings',
    screen: warningScreen('WarningList', () => import('../features/surveillance/warnings/WarningList.tsx')),
    roles: ['expert', 'admin'],
    menu: { labelKey: 'menu.warnings', icon: TriangleAlert, group: 'surveillance', isSecondary: true },
  },
  {
    path: '/account/disease-warnings/:id',
    screen: warningScreen('WarningPage', () => import('../features/surveillance/warnings/WarningPage.tsx')),
    roles: ['expert', 'admin'],
  },
  {
    path: '/account/warnings',
    screen: lazyScreen('MyWarnings', () => import('../features/surveillance/notices/MyWarnings.tsx'), 'warnings'),
    roles: ['farmer'],
    menu: { labelKey: 'menu.warnings', icon: TriangleAlert, group: 'analysis', isSecondary: true },
  },
  {
    path: '/account/warnings/:id',
    screen: lazyScreen(
      'WarningNotice',
      () => import('../features/surveillance/notices/WarningNotice.tsx'),
      'advice',
      'warnings',
    ),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/community-posts',
    screen: lazyScreen('MakePost', () => import('../features/community/board/MakePost.tsx'), 'community'),
    roles: ['farmer'],
    menu: { labelKey: 'menu.make_post', icon: SquarePen, group: 'community' },
    isEntry: true,
  },
  {
    path: '/account/addresses/community-posts/:id',
    screen: lazyScreen('PostPage', () => import('../features/community/post/PostPage.tsx'), 'community'),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/my-posts',
    screen: lazyScreen('MyPosts', () => import('../features/community/my-posts/MyPosts.tsx'), 'community'),
    roles: ['farmer'],
    menu: { labelKey: 'menu.my_posts', icon: MessageSquareText, group: 'community' },
  },
  {
    path: '/account/addresses/my-posts/:id',
    screen: lazyScreen('PostPage', () => import('../features/community/post/PostPage.tsx'), 'community'),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/my-posts/:id/edit',
    screen: lazyScreen('EditPost', () => import('../features/community/create/EditPost.tsx'), 'community'),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/all-posts',
    screen: moderationScreen('AllPosts', () => import('../features/community/moderation/board/AllPosts.tsx')),
    roles: ['expert'],
    menu: { labelKey: 'menu.all_posts', icon: MessagesSquare, group: 'community' },
  },
  {
    path: '/account/addresses/slots',
    screen: lazyScreen('Slots', () => import('../features/consultations/slots/Slots.tsx'), 'consultations'),
    roles: ['farmer'],
    // `/experts` leads here. Experts have their own slots, admins the experts.
    redirectOthersTo: { expert: '/account/addresses/availability-slots', admin: '/account/admin/experts' },
    menu: { labelKey: 'menu.slots', icon: CalendarPlus, group: 'consultations' },
  },
  {
    path: '/account/experts/:id',
    screen: lazyScreen(
      'ExpertPage',
      () => import('../features/consultations/experts/ExpertPage.tsx'),
      'community',
      'consultations',
    ),
  },
  {
    path: '/account/addresses/my-bookings',
    screen: consultationScreen('MyBookings', () => import('../features/consultations/my-bookings/MyBookings.tsx')),
    roles: ['farmer'],
    menu: { labelKey: 'menu.my_bookings', icon: CalendarClock, group: 'consultations' },
  },
  {
    path: '/account/addresses/my-bookings/:id',
    screen: consultationScreen(
      'MyBookingPage',
      () => import('../features/consultations/my-bookings/MyBookingPage.tsx'),
    ),
    roles: ['farmer'],
  },
  {
    path: '/account/addresses/availability-slots',
    screen: consultationScreen('CreateSlot', () => import('../features/consultations/availability/CreateSlot.tsx')),
    roles: ['expert'],
    menu: { labelKey: 'menu.create_slot', icon: CalendarPlus, group: 'consultations', isSecondary: true },
  },
  {
    path: '/account/addresses/availability-slots/hours',
    screen: consultationScreen(
      'WorkingHours',
      () => import('../features/consultations/working-hours/WorkingHours.tsx'),
    ),
    roles: ['expert'],
  },
  {
    path: '/account/addresses/bookings',
    screen: consultationScreen('Bookings', () => import('../features/consultations/expert-bookings/Bookings.tsx')),
    roles: ['expert'],
    menu: { labelKey: 'menu.bookings', icon: CalendarClock, group: 'consultations' },
  },
  {
    path: '/account/admin/experts',
    screen: lazyScreen('ExpertApplications', () => import('../features/admin/experts/ExpertApplications.tsx'), 'admin'),
    roles: ['admin'],
    menu: { labelKey: 'menu.waiting_experts', icon: UserCheck, group: 'administration' },
  },
  {
    path: '/account/admin/users',
    screen: lazyScreen('Users', () => import('../features/admin/users/Users.tsx'), 'admin'),
    roles: ['admin'],
    menu: { labelKey: 'menu.users', icon: Users, group: 'administration' },
  },
  {
    path: '/account/admin/flagged',
    screen: lazyScreen(
      'FlaggedContent',
      () => import('../features/admin/flags/FlaggedContent.tsx'),
      'admin',
      'community',
      'moderation',
    ),
    roles: ['admin'],
    menu: { labelKey: 'menu.flagged', icon: Flag, group: 'administration', isSecondary: true },
  },
  {
    path: '/account/admin/audit',
    screen: lazyScreen('AuditLog', () => import('../features/admin/audit/AuditLog.tsx'), 'admin'),
    roles: ['admin'],
    menu: { labelKey: 'menu.audit_log', icon: ClipboardList, group: 'administration' },
  },
  {
    path: '/account/admin/models',
    screen: modelScreen('ModelAdministration', () => import('../features/training/models/ModelAdministration.tsx')),
    roles: ['admin'],
    menu: { labelKey: 'menu.models', icon: BrainCircuit, group: 'administration', isSecondary: true },
  },
  {
    path: '/account/api-keys',
    screen: lazyScreen('ApiKeys', () => import('../features/api-keys/ApiKeys.tsx'), 'admin'),
    roles: ['admin'],
    menu: { labelKey: 'menu.api_keys', icon: KeyRound, group: 'administration', isSecondary: true },
  },
  {
    path: '/account/admin/system',
    screen: lazyScreen('SystemStatus', () => import('../features/admin/system/SystemStatus.tsx'), 'admin'),
    roles: ['admin'],
    menu: { labelKey: 'menu.system', icon: ServerCog, group: 'administration' },
  },
  {
    path: '/account/outbox',
    screen: lazyScreen(
      'OutboxPage',
      () => import('./outbox/OutboxPage.tsx'),
      'community',
      'consultations',
      'detection',
      'outbox',
    ),
  },
  {
    path: '/account/profile',
    screen: lazyScreen('ProfilePage', () => import('./ProfilePage.tsx'), 'accounts', 'profile', 'settings', 'security'),
    menu: { labelKey: 'menu.profile', icon: CircleUser },
  },
  {
    path: '/account/notifications',
    screen: lazyScreen('NotificationsPage', () => import('./NotificationsPage.tsx')),
  },
  // Last, because it matches the addresses of other screens too.
  {
    path: '/account/addresses/:id',
    screen: moderationScreen(
      'PostComments',
      () => import('../features/community/moderation/comments/PostComments.tsx'),
    ),
    roles: ['expert'],
  },
]
