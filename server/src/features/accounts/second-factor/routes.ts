import { secondFactor } from '@kutu/contract/accounts/second-factor'
import { implementContract } from '../../../platform/http/handlers.ts'
import { confirmPassword } from './confirm-password.ts'
import {
  addFactor,
  listSecondFactors,
  removeFactor,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
  verifyNewPasskey,
  verifyNewTotp,
} from './factors.ts'
import { completeSignIn } from './sign-in-step.ts'

export const secondFactorFeature = implementContract(secondFactor)({
  completeSignIn: (app, { body, language, userAgent, origin }) =>
    completeSignIn(app, body, { language, userAgent, origin }),
  listSecondFactors: (app, { caller }) => listSecondFactors(app.db, caller.id),
  startTotp: {
    async prepare(app, { caller, body }) {
      const user = await confirmPassword(app, caller, body.password)
      return txApp => startTotp(txApp, user)
    },
  },
  confirmTotp: {
    async prepare(app, { caller, body }) {
      const verified = await verifyNewTotp(app, caller, body)
      return txApp => addFactor(txApp, caller.id, verified)
    },
  },
  startPasskey: {
    async prepare(app, { caller, body }) {
      const user = await confirmPassword(app, caller, body.password)
      return txApp => startPasskey(txApp, user)
    },
  },
  confirmPasskey: {
    async prepare(app, { caller, body }) {
      const verified = await verifyNewPasskey(app, caller, body)
      return txApp => addFactor(txApp, caller.id, verified)
    },
  },
  removeSecondFactor: {
    async prepare(app, { caller, body }) {
      const user = await confirmPassword(app, caller, body.password)
      return (txApp, { params }) => removeFactor(txApp, user, params.id)
    },
  },
  renewRecoveryCodes: {
    async prepare(app, { caller, body }) {
      const user = await confirmPassword(app, caller, body.password)
      return txApp => renewRecoveryCodes(txApp, user)
    },
  },
})
