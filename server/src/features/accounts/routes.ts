import { accounts } from '@kutu/contract/accounts/accounts'
import { corrections } from '@kutu/contract/accounts/corrections'
import { districtsServed } from '@kutu/contract/accounts/districts-served'
import { implementContract } from '../../platform/http/handlers.ts'
import { confirmEmailChange, undoEmailChange } from './email-change/email-changes.ts'
import { changePassword, verifyPasswordChange } from './passwords/password-changes.ts'
import { hashPassword } from './passwords/password-hashing.ts'
import { requestPasswordReset, resetPassword } from './passwords/password-resets.ts'
import { changeExpertProfile, changeFarm, changePhoneNumber, getDetails } from './profile/corrections.ts'
import { listCustomerTypes } from './profile/customer-types.ts'
import { changeDistrictsServed, showDistrictsServed } from './profile/districts-served.ts'
import { completeProfile, getOwnUser, listCountries } from './profile/profile.ts'
import { refreshSession } from './sessions/refresh-tokens.ts'
import { findCaller, signOut } from './sessions/sessions.ts'
import { signIn } from './sessions/sign-in.ts'
import { activateAccount } from './signup/activation.ts'
import { resendOtp, verifyEmail } from './signup/email-verification.ts'
import { registerExpert, registerFarmer } from './signup/registration.ts'

export const accountsFeature = implementContract(accounts)({
  // Hashing waits in a queue, so it comes before the transaction of an Idempotency-Key, which holds a connection.
  registerFarmer: {
    async prepare(app, { body }) {
      const passwordHash = await hashPassword(app, body.password)
      return ({ db, language }) => registerFarmer(db, app, { ...body, passwordHash }, language)
    },
  },
  showExpertSignUp: async app => ({ is_checked: app.config.expertApproval === 'manual' }),
  registerExpert: {
    async prepare(app, { body }) {
      const passwordHash = await hashPassword(app, body.password)
      return ({ db, language }) => registerExpert(db, app, { ...body, passwordHash }, language)
    },
  },
  verifyEmail: (app, { body, language }) => verifyEmail(app, body, language),
  resendOtp: (app, { body, language }) => resendOtp(app, body, language),
  activateAccount: (app, { body, language, userAgent, origin }) =>
    activateAccount(app, body, { language, userAgent, origin }),
  login: (app, { body, language, userAgent, origin }) => signIn(app, body, { language, userAgent, origin }),
  refreshToken: (app, { body, idempotencyKey }) => refreshSession(app, body.refresh, idempotencyKey),
  validateToken: async (app, { query }) => ({ data: { valid: (await findCaller(app, query.token)) !== undefined } }),
  signOut: async (app, { db, caller }) => {
    await signOut(db, app, caller)
  },
  forgotPassword: (app, { body, language, origin }) => requestPasswordReset(app, body, { language, origin }),
  resetPassword: (app, { body, language, origin }) => resetPassword(app, body, { language, origin }),
  confirmEmail: (app, { body, language, origin }) => confirmEmailChange(app, body.token, { language, origin }),
  undoEmailChange: (app, { body, language, origin }) => undoEmailChange(app, body.token, { language, origin }),
  changePassword: {
    async prepare(app, { body, caller, origin }) {
      const verified = await verifyPasswordChange(app, caller, body, origin)
      return ({ db, language }) => changePassword(db, app, verified, { language, origin })
    },
  },
  completeProfile: (app, { db, body, caller, language }) => completeProfile(db, app, caller, body, language),
  me: (app, { caller, language }) => getOwnUser(app, caller, language),
  customerTypes: async (_app, { language }) => ({ data: listCustomerTypes(language) }),
  countries: async (_app, { language }) => ({ data: listCountries(language) }),
})

export const correctionsFeature = implementContract(corrections)({
  showDetails: (app, { caller }) => getDetails(app, caller),
  changePhoneNumber: (app, { body, caller, language }) => changePhoneNumber(app, caller, body, language),
  changeFarm: (app, { body, caller, language }) => changeFarm(app, caller, body, language),
  changeExpertProfile: (app, { body, caller, language }) => changeExpertProfile(app, caller, body, language),
})

export const districtsServedFeature = implementContract(districtsServed)({
  showDistrictsServed: (app, { caller }) => showDistrictsServed(app, caller),
  changeDistrictsServed: (app, { caller, body }) => changeDistrictsServed(app, caller, body.districts),
})
