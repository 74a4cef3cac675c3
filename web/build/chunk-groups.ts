const matchesAny = (patterns: readonly RegExp[]) => (id: string) => patterns.some(pattern => pattern.test(id))
const webModules = (paths: string) => new RegExp(`/web/src/(?:${paths})\\.tsx?$`)
/**
 * What the sign-in page needs. In many small files each would be compressed by itself, and every new screen that shares
 * one of them would add a request to the sign-in page.
 */
const startModules = [
  webModules(
    'ui/button/Button|ui/button/LinkButton|ui/button/TextLink|ui/button/button-class|ui/class-names|ui/feedback/Notice|ui/feedback/Skeleton|ui/feedback/Spinner|ui/feedback/Toaster|ui/feedback/toasts|ui/form/Field|ui/form/PasswordField|ui/form/TextField|ui/layout/PageTitle|ui/media/Logo|ui/overlay/use-click-outside',
  ),
  webModules(
    'api/api-client|api/errors|api/next-page|api/session/refresh-token|api/session/session|i18n/format|i18n/i18n|i18n/locales|i18n/use-translation',
  ),
  webModules(
    'app/ErrorBoundary|app/layout/LanguageMenu|app/layout/PageSkeleton|app/lazy-screen|app/not-found-screen|app/public-routes',
  ),
  /\/node_modules\/react-dom\/(?:index|cjs\/react-dom\.)/,
  /\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/(?:x|check|chevron-down|circle-alert|circle-check|info|triangle-alert|eye|eye-off|languages|wifi-off|layout-dashboard)\.(?:m?js)$/,
]
/** What nearly every screen behind sign-in needs. */
const accountModules = [
  /\/@tanstack\/(?:query-core|react-query)\//,
  // The UI components, except those that only a few screens use. A module that is named nowhere goes with some group
  // that imports it, and takes its other modules along.
  webModules(
    'ui/button/Button|ui/button/LinkButton|ui/button/TextLink|ui/button/button-class|ui/class-names|ui/feedback/Badge|ui/feedback/EmptyState|ui/feedback/LoadError|ui/feedback/Notice|ui/feedback/Skeleton|ui/feedback/Spinner|ui/feedback/Toaster|ui/feedback/success-message|ui/feedback/switch-language|ui/feedback/toasts|ui/form/Checkbox|ui/form/ChoiceChips|ui/form/Field|ui/form/PasswordField|ui/form/Select|ui/form/TextArea|ui/form/TextField|ui/form/use-listbox-keys|ui/form/use-type-ahead|ui/layout/Accordion|ui/layout/Breadcrumbs|ui/layout/Card|ui/layout/KeyboardHelp|ui/layout/PageTitle|ui/layout/Pagination|ui/layout/Tabs|ui/media/Avatar|ui/media/DataSaverPhoto|ui/media/Logo|ui/media/UploadProgress|ui/overlay/ConfirmDialog|ui/overlay/Dialog|ui/overlay/auto-focus|ui/overlay/use-click-outside|ui/overlay/use-return-focus|ui/use-in-view',
  ),
  /\/packages\/contract\/src\/(?:community\/moderation|notifications\/notification-kinds)\.ts$/,
  webModules(
    'api/device-settings|api/event-stream|api/idempotency-key|api/query-client|api/use-idempotency-key|features/notifications/NotificationItem|features/notifications/live-updates|features/notifications/notification-appearance|features/notifications/queries',
  ),
]
/** What takes photos, prepares them and uploads those in the outbox. */
const photoModules = webModules(
  'features/detection/outbox/outbox-database|features/detection/outbox/outbox-item|features/detection/outbox/outbox-store|features/detection/outbox/submit-analysis|features/detection/queries|ui/media/Dropzone|ui/media/image-file|ui/media/use-preview-url|vision/active-model|vision/model-cache|vision/model-files|vision/worker-client|vision/worker-protocol',
)
const postModules = webModules(
  'features/community/shared/AuthorByline|features/community/shared/CommentItem|features/community/shared/CommentTabs|features/community/shared/PostCard|features/community/shared/PostFacts|features/community/shared/PostPhoto|features/community/shared/PostStatusBadge|features/community/shared/use-format-duration|ui/UserText|ui/form/CharacterCounter|ui/overlay/ReasonDialog',
)
const boardModules = webModules(
  'features/community/board/ApprovedPosts|features/community/board/BoardFilters|features/community/board/MedianAnswerTime|features/community/create/NewPostForm|features/community/create/PhotoField|features/community/create/PostEditor|features/community/create/PostFields|features/community/create/post-attachment|features/community/create/post-draft|features/community/create/post-form|features/community/create/use-post-form|features/community/my-posts/OwnPostActions|features/community/my-posts/OwnPostStatus|features/community/post/PostNotFound|features/community/post/ViewCommentsDialog|features/community/post/WriteCommentDialog|features/community/shared/PostList|features/community/shared/paths|features/community/shared/queries',
)
/** A result with its disease card; articles show the cards as well. */
const diseaseModules = [
  /\/packages\/advice\/src\//,
  webModules(
    'features/detection/articles/use-country|features/detection/classes/ClassBadge|features/detection/classes/ClassShape|features/detection/sharing/ShareButton|features/detection/sharing/share',
  ),
]
const resultModules = webModules(
  'features/detection/articles/use-country|features/detection/capture/LeafPhotoGrid|features/detection/capture/LeafPicker|features/detection/capture/PhotoForm|features/detection/capture/PhotoTips|features/detection/capture/QualityWarnings|features/detection/capture/analyze-photo|features/detection/capture/device-analysis|features/detection/capture/upload-error|features/detection/capture/use-device-model|features/detection/capture/use-leaf-selection|features/detection/capture/use-photo-upload|features/detection/classes/ClassBadge|features/detection/classes/ClassShape|features/detection/history/AnalysisHistory|features/detection/outbox/Outbox|features/detection/outbox/outbox-database|features/detection/outbox/outbox-item|features/detection/outbox/outbox-store|features/detection/outbox/submit-analysis|features/detection/outbox/use-object-url|features/detection/outbox/use-object-urls|features/detection/outbox/use-outbox|features/detection/queries|features/detection/result/AnalysisResult|features/detection/result/ClassProbabilities|features/detection/result/CurrentResult|features/detection/result/HeatMap|features/detection/result/HeatMapOverlay|features/detection/result/LookAlikes|features/detection/result/PlantLeaves|features/detection/result/QualityNotice|features/detection/result/ReportWrongResult|features/detection/result/ResultHeader|features/detection/result/confidence-band|features/detection/result/disease-name|features/detection/result/experts-path|features/detection/sharing/PrintButton|features/detection/sharing/ReadAloud|features/detection/sharing/ResultSheet|features/detection/sharing/ShareButton|features/detection/sharing/ShareCard|features/detection/sharing/result-text|features/detection/sharing/share|features/detection/sharing/speech|features/detection/sharing/use-read-aloud',
)
const formModules = /\/react-hook-form\//

/**
 * The modules that share a file. Each file costs a slow network a round trip and a kilobyte of headers, and small files
 * compress worse; but what only some screens need must not burden the others. A module goes with the first group that
 * names it.
 */
export const chunkGroups = [
  { name: 'start', test: matchesAny(startModules), priority: 4 },
  { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, priority: 3 },
  { name: 'account', test: matchesAny(accountModules), priority: 2 },
  { name: 'forms', test: formModules, priority: 1 },
  { name: 'photos', test: photoModules, priority: 1 },
  { name: 'posts', test: postModules, priority: 1 },
  { name: 'diseases', test: matchesAny(diseaseModules), priority: 1 },
  { name: 'board', test: boardModules },
  { name: 'results', test: resultModules },
]
