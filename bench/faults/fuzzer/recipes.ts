import type { TestBrowser } from '../../../server/src/testing/fakes/push-service.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Random } from '../random.ts'
import { type Account, type Accounts, createRegistration, otherPassword, password, type SignUp } from './accounts.ts'
import type { Reply } from './client.ts'
import { type JsonObject, type KnownObject, type KnownObjects, ownerIds } from './known-objects.ts'

export type World = {
  accounts: Accounts
  known: KnownObjects
  mailbox: Mailbox
  browser: TestBrowser
  /** Returns a number that no other request has. */
  nextNumber: () => number
}
type Context = World & { random: Random; account: Account | undefined }

/** The values that a valid request of one operation needs beyond its schema. */
export type Recipe = {
  account?: Account | undefined
  /** Value of the only path parameter. */
  id?: string
  body?: JsonObject
  /** Called with the reply, if one arrived. */
  onReply?: (reply: Reply | undefined) => void
}

const hour = 3_600_000

/** Recipes by operation id. An undefined result means that the state for a valid request does not exist yet. */
export const recipes: Record<string, (context: Context) => Recipe | undefined> = {
  registerFarmer: context => register(context, 'farmer'),
  registerExpert: context => register(context, 'expert'),
  verifyEmail: ({ accounts, mailbox }) => {
    const signUp = claim(accounts, ({ email, activation }) => !activation && codeFor(mailbox, email) !== undefined)
    const code = signUp && codeFor(mailbox, signUp.email)
    if (!signUp || !code) return undefined
    return {
      body: { token: code.token, verificationCode: code.otp },
      onReply: reply => {
        const token = isSuccess(reply) ? readActivationToken(reply?.body) : undefined
        accounts.signUps.push(token ? { ...signUp, activation: { token, otp: code.otp } } : signUp)
      },
    }
  },
  resendOtp: ({ accounts, mailbox }) => {
    const signUp = accounts.signUps.find(({ email, activation }) => !activation && codeFor(mailbox, email))
    return signUp && { body: { token: codeFor(mailbox, signUp.email)?.token } }
  },
  activateAccount: ({ accounts }) => {
    const signUp = claim(accounts, ({ activation }) => activation !== undefined)
    if (!signUp) return undefined
    return {
      body: { ...signUp.activation, password, confirmPassword: password },
      onReply: reply => {
        // Another request may have changed the new account meanwhile; then it is not used.
        if (isSuccess(reply)) void accounts.addThrowAway({ email: signUp.email, password }).catch(() => undefined)
        else accounts.signUps.push(signUp)
      },
    }
  },
  login: ({ accounts, random }) => {
    const account = accounts.pick(random)
    return account && { body: { email: account.email, password: account.password } }
  },
  refreshToken: ({ accounts, random }) => {
    const account = accounts.pick(random, ({ isThrowAway }) => isThrowAway)
    if (!account) return undefined
    return {
      body: { refresh: account.refresh },
      onReply: reply => {
        if (isSuccess(reply)) Object.assign(account, reply?.body)
      },
    }
  },
  forgotPassword: ({ accounts, random }) => {
    const account = accounts.pick(random, ({ isThrowAway }) => isThrowAway)
    return account && { body: { email: account.email } }
  },
  resetPassword: ({ accounts, mailbox, random }) => {
    const hasLink = ({ email }: Account) => mailbox.latestLink(email, '/auth/confirm-password-reset') !== undefined
    const account = accounts.pick(random, each => each.isThrowAway && hasLink(each))
    if (!account) return undefined
    const token = mailbox.latestLink(account.email, '/auth/confirm-password-reset')?.get('token') ?? ''
    const newPassword = random.chance(0.5) ? password : otherPassword
    return {
      body: { token, new_password: newPassword, confirm_password: newPassword },
      onReply: reply => {
        if (isSuccess(reply)) account.password = newPassword
      },
    }
  },
  changePassword,
  changePasswordByPUT: changePassword,
  signOut: throwAway,
  signOutByGET: throwAway,
  signOutElsewhere: throwAway,
  signOutDevice: ({ known, random }) => {
    const device = known.pick('device', random, ({ seenBy }) => [...seenBy].some(({ isThrowAway }) => isThrowAway))
    return device && { account: reader(device), id: device.id }
  },
  requestDeletion: context => {
    const { account } = throwAway(context)
    return account && { account, body: { password: account.password } }
  },
  completeProfile: () => ({ body: { dob: '1990-05-17' } }),
  updatePreferences: ({ random }) => ({
    body: { time_zone: random.pick(['Africa/Kampala', 'Europe/Berlin', 'America/St_Johns', null]) },
  }),
  addPushSubscription: ({ browser, nextNumber }) => ({
    body: { endpoint: `${browser.endpoint}/${nextNumber()}`, keys: browser.keys },
  }),
  createExportLink: ({ known, random }) => {
    const ready = known.pick('notification', random, ({ value }) => value.type === 'export_ready')
    return ready && { account: reader(ready) }
  },
  readNotification: ({ known, random }) => {
    const notification = known.pick('notification', random)
    return notification && { account: reader(notification), id: notification.id }
  },
  removePushSubscription: ({ known, random }) => {
    const subscription = known.pick('subscription', random)
    return subscription && { account: reader(subscription), id: subscription.id }
  },

  changeUser: ({ accounts, random }) => {
    const user = accounts.pick(random, ({ isThrowAway }) => isThrowAway)
    return user && { id: user.id }
  },
  decideExpert: ({ accounts, random }) => {
    const expert = accounts.pick(random, ({ isThrowAway, role }) => isThrowAway && role === 'expert')
    return expert && { id: expert.id }
  },
  decideFlag: ({ known, random }) => {
    const flagged = known.pick('flagged', random)
    if (!flagged) return undefined
    const { kind, hidden } = flagged.value
    const action = hidden ? 'undo' : random.pick(['hide', 'dismiss', 'undo'])
    return { id: flagged.id, body: { kind, action, reason: 'Not about a crop' } }
  },

  createPost: ({ known, random, account }) => ({ body: createPostBody({ known, random, account }) }),
  editPost: context => {
    const post = context.known.pick('post', context.random, ({ value }) => value.status === 'pending')
    const account = post && owner(post, context.accounts)
    return post && { account, id: post.id, body: createPostBody({ ...context, account }) }
  },
  withdrawPost: ({ known, random, accounts }) => ofOwner(known.pick('post', random), accounts),
  moderatePost: ({ known, random }) => {
    const post = known.pick('post', random, ({ value }) => value.status === 'pending' || value.status === 'flagged')
    if (!post) return undefined
    const { status, version } = post.value
    return {
      id: post.id,
      body: { action: status === 'flagged' ? 'unflag' : random.pick(['approve', 'flag']), version },
    }
  },
  approvePosts: ({ known, random }) => {
    const posts = Array.from({ length: random.integer(1, 4) }, () => known.pick('post', random)).filter(isDefined)
    return posts.length > 0 ? { body: { posts: posts.map(({ id }) => ({ id })) } } : undefined
  },
  createResponse: ({ known, random }) => {
    const post = known.pick('post', random, ({ value }) => value.is_approved === true)
    return post && { id: post.id }
  },
  moderateResponse: ({ known, random }) => {
    const response = known.pick('response', random, ({ value }) => typeof value.post_id === 'string')
    return response && { id: String(response.value.post_id), body: { response_id: response.id } }
  },

  createSlot: ({ random }) => ({ body: createSlotTimes(random) }),
  repeatSlot: ({ random }) => ({
    body: { ...createSlotTimes(random), weeks: random.integer(1, 4), time_zone: 'Africa/Kampala' },
  }),
  endSlot: ({ known, random, accounts }) => ofOwner(known.pick('slot', random, isFree), accounts),
  bookSlot: ({ known, random }) => {
    const slot = known.pick('slot', random, isFree)
    return slot && { body: { slot_id: slot.id } }
  },
  withdrawBooking: ({ known, random, accounts }) => ofFarmer(known.pick('booking', random, isPending), accounts),
  cancelBooking: ({ known, random, accounts }) =>
    ofFarmer(
      known.pick('booking', random, ({ value }) => value.status === 'approved'),
      accounts,
    ),
  showCalendar: ({ known, random, accounts }) =>
    ofOwner(
      known.pick('booking', random, ({ value }) => value.selected_date !== null),
      accounts,
    ),
  answerBooking: ({ known, random, accounts }) => {
    const wanted = random.chance(0.7) ? 'pending' : 'approved'
    const expertOf = ({ value }: KnownObject) => accounts.byId((value.expert as { user: { id: string } }).user.id)
    const booking = known.pick('booking', random, each => each.value.status === wanted && expertOf(each) !== undefined)
    if (!booking) return undefined
    const { slot, status } = booking.value as { slot: JsonObject; status: string }
    const action = status === 'approved' ? 'reschedule' : random.chance(0.7) ? 'approve' : 'reject'
    return {
      account: expertOf(booking),
      body: { booking_id: booking.id, action, selected_date: slot.start_time },
    }
  },

  showAnalysis: ({ known, random, accounts }) => ofOwner(known.pick('analysis', random), accounts),
  reportAnalysis: ({ known, random, accounts }) => ofOwner(known.pick('analysis', random), accounts),
  withdrawTrainingImage: ({ known, random }) => {
    const image = known.pick('training image', random, ({ value }) => value.state === 'waiting')
    return image && { account: reader(image), id: image.id }
  },
  reviewTrainingImage: ({ known, random }) => {
    const image = known.pick('queued image', random)
    return image && { account: reader(image), id: image.id, body: { label: 'common_rust' } }
  },
  showModelHead: ({ known, random }) => {
    const model = known.pick('model', random, ({ value }) => value.refit !== null && value.refit !== undefined)
    return model && { id: model.id }
  },
}

const readActivationToken = (body: unknown) => (body as { data: { token: string } }).data.token
const isSuccess = (reply: Reply | undefined) => reply !== undefined && reply.status < 300
const isDefined = <T>(value: T | undefined): value is T => value !== undefined
const isFree = ({ value }: KnownObject) => value.state === 'available'
const isPending = ({ value }: KnownObject) => value.status === 'pending'

function register({ accounts, nextNumber }: Context, role: 'farmer' | 'expert'): Recipe {
  const body = createRegistration(role, nextNumber())
  return {
    body,
    onReply: reply => {
      if (isSuccess(reply) && accounts.signUps.length < 100) accounts.signUps.push({ email: body.email, role })
    },
  }
}

/** Takes a sign-up out of the list, so that no other request uses its code. */
function claim({ signUps }: Accounts, matches: (signUp: SignUp) => boolean): SignUp | undefined {
  const index = signUps.findIndex(matches)
  return index < 0 ? undefined : signUps.splice(index, 1)[0]
}

function codeFor(mailbox: Mailbox, email: string): { token: string; otp: string } | undefined {
  const link = mailbox.latestLink(email, '/auth/verify-email')
  return link && { token: link.get('token') ?? '', otp: link.get('verificationToken') ?? '' }
}

function throwAway({ accounts, random }: Context): Recipe {
  return { account: accounts.pickFor('user', random, { isThrowAway: true }) }
}

function changePassword(context: Context): Recipe | undefined {
  const { account } = throwAway(context)
  if (!account) return undefined
  const newPassword = context.random.chance(0.5) ? password : otherPassword
  return {
    account,
    body: { oldPassword: account.password, newPassword, confirmPassword: newPassword },
    onReply: reply => {
      if (isSuccess(reply)) account.password = newPassword
    },
  }
}

const owner = (object: KnownObject, accounts: Accounts) =>
  ownerIds(object)
    .map(id => accounts.byId(id))
    .find(isDefined)
const reader = ({ seenBy }: KnownObject) => [...seenBy].find(({ isRepairing }) => !isRepairing)

function ofOwner(object: KnownObject | undefined, accounts: Accounts): Recipe | undefined {
  return object && { account: owner(object, accounts) ?? reader(object), id: object.id }
}

function ofFarmer(booking: KnownObject | undefined, accounts: Accounts): Recipe | undefined {
  const farmer = booking?.value.farmer as { id: string } | undefined
  return booking && { account: farmer && accounts.byId(farmer.id), id: booking.id }
}

/** Returns the references of a post to a photo or an analysis of its author. */
function createPostBody({ known, random, account }: Pick<Context, 'known' | 'random' | 'account'>): JsonObject {
  const isOwn = ({ seenBy }: KnownObject) => account !== undefined && seenBy.has(account)
  return {
    image: random.chance(0.3) ? known.pick('photo', random, isOwn)?.id : undefined,
    rust_detection: random.chance(0.3) ? known.pick('analysis', random, isOwn)?.id : undefined,
  }
}

/** Returns a future slot of 20 to 120 minutes in one of the accepted formats. */
function createSlotTimes(random: Random): { start_time: string; end_time: string } {
  const start =
    Math.ceil(Date.now() / hour) * hour + random.integer(24, 24 * 300) * hour + random.integer(0, 11) * 300_000
  const [start_time = '', end_time = ''] = [start, start + random.integer(4, 24) * 300_000].map(time =>
    new Date(time).toISOString(),
  )
  const toPlain = (time: string) => time.slice(0, 19).replace('T', ' ')
  return random.chance(0.5)
    ? { start_time, end_time }
    : { start_time: toPlain(start_time), end_time: toPlain(end_time) }
}
