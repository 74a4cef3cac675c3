import { accounts } from '@kutu/contract/accounts'
import { handlers } from '../http/handlers.ts'
import { activateAccount } from './activation.ts'
import { countriesIn } from './countries.ts'
import { namedCustomerTypes } from './customer-types.ts'
import { changePassword, proveChange } from './password-changes.ts'
import { forgotPassword, resetPassword } from './password-resets.ts'
import { completeProfile, recordOf } from './profile.ts'
import { refreshSession } from './refresh.ts'
import { registerExpert, registerFarmer } from './registration.ts'
import { findCaller, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { resendOtp, verifyEmail } from './verification.ts'

export const accountsFeature = handlers(accounts)({
  registerFarmer: (app, { body, language }) => registerFarmer(app, body, language),
  registerExpert: (app, { body, language }) => registerExpert(app, body, language),
  verifyEmail: (app, { body, language }) => verifyEmail(app, body, language),
  resendOtp: (app, { body, language }) => resendOtp(app, body, language),
  activateAccount: (app, { body, language }) => activateAccount(app, body, language),
  login: (app, { body, language, userAgent }) => signIn(app, body, { language, userAgent }),
  refreshToken: (app, { body, retryKey }) => refreshSession(app, body.refresh, retryKey),
  validateToken: async (app, { query }) => ({ data: { valid: (await findCaller(app, query.token)) !== undefined } }),
  signOut: async (app, { caller }) => {
    await signOut(app, caller)
  },
  forgotPassword: (app, { body, language }) => forgotPassword(app, body, language),
  resetPassword: (app, { body, language }) => resetPassword(app, body, language),
  changePassword: {
    async ahead(app, { body, caller }) {
      const proved = await proveChange(app, caller, body)
      return (within, { language }) => changePassword(within, proved, language)
    },
  },
  completeProfile: (app, { body, caller, language }) => completeProfile(app, caller, body, language),
  me: (app, { caller, language }) => recordOf(app, caller, language),
  customerTypes: async (_app, { language }) => ({ data: namedCustomerTypes(language) }),
  countries: async (_app, { language }) => ({ data: countriesIn(language) }),
})
