const anyOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some(pattern => pattern.test(id))
const ofWeb = (paths: string) => new RegExp(`/web/src/(?:${paths})\\.tsx?$`)
/**
 * What signing in needs anyway, in one file: in many small ones each would be compressed by itself, and every new
 * screen that shares one of them would make signing in heavier.
 */
const needsToSignIn = [
  ofWeb(
    'ui/(?:join|Notice|toasts|Button|button-class|Skeleton|Waiting|use-press-outside|Mark|TextLink|LinkButton|PageTitle|Field|TextField|PasswordField|Toaster)',
  ),
  ofWeb('api/(?:session|call|errors|renew|next-page)|text/(?:use-text|say|format|language)'),
  ofWeb('app/(?:screen|screens|first-screens|LanguageSwitch|PageWaiting|CrashBoundary)'),
  /\/node_modules\/react-dom\/(?:index|cjs\/react-dom\.)/,
  /\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/(?:x|check|chevron-down|circle-alert|circle-check|info|triangle-alert|eye|eye-off|languages|wifi-off|layout-dashboard)\.(?:m?js)$/,
]
/** What nearly every screen behind sign-in needs; an icon of three hundred bytes is no file for itself. */
const needsBehindSignIn = [
  /\/@tanstack\/(?:query-core|react-query)\//,
  // The kit, but for what a few screens alone use. What is named nowhere goes with some group that imports it, and drags that along.
  ofWeb(
    'ui/(?!DataTable|PhoneInput|CountrySelect|country-list|phone|similarity|PasswordMeter|password-strength|CodeInput|NumberField|MaizeField|Dropzone|image-file|use-thumbnail)[\\w-]+',
  ),
  /\/packages\/contract\/src\/(?:moderation|notification-kinds)\.ts$/,
  ofWeb(
    'api/(?:query-client|idempotency-key|event-stream|device|use-key-of)|features/notifications/(?:queries|live|NotificationItem|notification-look)',
  ),
]
/** What takes photos, makes them ready and sends those that wait. */
const takesPhotos = ofWeb(
  'ui/(?:Dropzone|image-file|use-thumbnail)|vision/(?!worker)[a-z-]+|features/detection/(?:file-analysis|queries|outbox[a-z-]*)',
)
const showsPosts = ofWeb('posts/\\w+')
const ofFarmersBoard = ofWeb('features/community/(?!MakePost|PostPage|MyPosts|EditPost)[\\w-]+')
/** An answer with what is known of its disease, which articles tell as well. */
const knowsDiseases = [
  /\/packages\/advice\/src\//,
  ofWeb('features/detection/(?:ClassBadge|ClassShape|ShareButton|share|use-country)'),
]
const showsAnswers = ofWeb(
  'features/detection/(?!UploadImage|PastAnalysis|EducationResources|Article|keep-filing)[\\w-]+',
)
const fillsForms = /\/react-hook-form\//

/**
 * What travels in one file. A file costs a slow network a turn and a kilobyte of headers, and compresses worse the smaller
 * it is; but what only some screens need must not weigh on the others. A module goes with the first group that names it.
 */
export const fileGroups = [
  { name: 'start', test: anyOf(needsToSignIn), priority: 4 },
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, priority: 3 },
  { name: 'within', test: anyOf(needsBehindSignIn), priority: 2 },
  { name: 'forms', test: fillsForms, priority: 1 },
  { name: 'photos', test: takesPhotos, priority: 1 },
  { name: 'posts', test: showsPosts, priority: 1 },
  { name: 'diseases', test: anyOf(knowsDiseases), priority: 1 },
  { name: 'board', test: ofFarmersBoard },
  { name: 'answers', test: showsAnswers },
]
