import type { accounts } from './en/accounts.ts'
import type { admin } from './en/admin.ts'
import type { advice } from './en/advice.ts'
import type { camera } from './en/camera.ts'
import type { common } from './en/common.ts'
import type { community } from './en/community.ts'
import type { consultations } from './en/consultations.ts'
import type { controls } from './en/controls.ts'
import type { dashboard } from './en/dashboard.ts'
import type { detection } from './en/detection.ts'
import type { menu } from './en/menu.ts'
import type { moderation } from './en/moderation.ts'
import type { notifications } from './en/notifications.ts'
import type { outbox } from './en/outbox.ts'
import type { outbreaks } from './en/outbreaks.ts'
import type { pages } from './en/pages.ts'
import type { profile } from './en/profile.ts'
import type { security } from './en/security.ts'
import type { settings } from './en/settings.ts'
import type { summaries } from './en/summaries.ts'
import type { teaching } from './en/teaching.ts'
import type { training } from './en/training.ts'
import type { trial } from './en/trial.ts'
import type { warnings } from './en/warnings.ts'

/** English defines the keys; the other languages must have exactly the same. */
export type Catalogs = {
  common: typeof common
  /** Larger controls that the sign-in page does not need. */
  controls: typeof controls
  /** The menu behind sign-in. */
  menu: typeof menu
  accounts: typeof accounts
  admin: typeof admin
  advice: typeof advice
  /** The camera view with the outline of a leaf. */
  camera: typeof camera
  community: typeof community
  consultations: typeof consultations
  dashboard: typeof dashboard
  detection: typeof detection
  notifications: typeof notifications
  moderation: typeof moderation
  /** Everything that waits to be sent. */
  outbox: typeof outbox
  /** The map of the weekly counts. */
  outbreaks: typeof outbreaks
  pages: typeof pages
  /** The own profile, which the screens before sign-in do not need. */
  profile: typeof profile
  /** The second factor: in the settings, at sign-in, and where it is required. */
  security: typeof security
  settings: typeof settings
  /** The weekly summary of a country. */
  summaries: typeof summaries
  /** Training by experts. The metrics of a model version are in `training`. */
  teaching: typeof teaching
  training: typeof training
  /** The check without an account, and what became of its answer. */
  trial: typeof trial
  /** Warnings of rising diseases, for experts and for farmers. */
  warnings: typeof warnings
}
export type CatalogName = keyof Catalogs

/** A catalog in another language: the same keys with other messages. */
export type Translation<C> = { readonly [Key in keyof C]: string }

type Messages = { [Name in CatalogName]: Catalogs[Name] }[CatalogName]
type StringKeys<C> = C extends unknown ? keyof C & string : never
export type MessageKey = StringKeys<Messages>
type MessageText<Key extends MessageKey, C = Messages> = C extends { readonly [K in Key]: infer S extends string }
  ? S
  : never

type BeforeComma<S extends string> = S extends `${infer Name},${string}` ? Name : S
type PlaceholderName<S extends string> = S extends '' | `${string} ${string}` | `${string}#${string}` ? never : S
/** Names of the placeholders in braces. Inside plural branches use `#`, never a bare word in braces. */
type Placeholders<S extends string> = S extends `${string}{${infer Inside}}${infer Rest}`
  ? PlaceholderName<BeforeComma<Inside>> | Placeholders<Rest>
  : never

/** The values that a message needs: none, or one for each placeholder. */
export type MessageValues<Key extends MessageKey> = [Placeholders<MessageText<Key>>] extends [never]
  ? []
  : [values: { readonly [Name in Placeholders<MessageText<Key>>]: string | number }]
