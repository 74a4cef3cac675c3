import { secondFactor } from '@kutu/contract/accounts/second-factor'
import type { App } from '../../../context.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { implementContract, type RequestOrigin } from '../../../platform/http/handlers.ts'
import { verifyCallerPassword } from '../sessions/password-confirmation.ts'
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

type ConfirmedRequest = { caller: Caller; body: { password: string }; origin: RequestOrigin }
const confirmPassword = (app: App, { caller, body, origin }: ConfirmedRequest) =>
  verifyCallerPassword(app, caller, body.password, { origin, refused: 'second_factor.change_refused' })

export const secondFactorFeature = implementContract(secondFactor)({
  completeSignIn: (app, { body, language, userAgent, origin }) =>
    completeSignIn(app, body, { language, userAgent, origin }),
  listSecondFactors: (app, { caller }) => listSecondFactors(app.db, caller.id),
  startTotp: {
    async prepare(app, request) {
      const user = await confirmPassword(app, request)
      return ({ db }) => startTotp(db, app, user)
    },
  },
  confirmTotp: {
    async prepare(app, { caller, body }) {
      const verified = await verifyNewTotp(app, caller, body)
      return ({ db }) => addFactor(db, app, caller.id, verified)
    },
  },
  startPasskey: {
    async prepare(app, request) {
      const user = await confirmPassword(app, request)
      return ({ db }) => startPasskey(db, app, user)
    },
  },
  confirmPasskey: {
    async prepare(app, { caller, body }) {
      const verified = await verifyNewPasskey(app, caller, body)
      return ({ db }) => addFactor(db, app, caller.id, verified)
    },
  },
  removeSecondFactor: {
    async prepare(app, request) {
      const user = await confirmPassword(app, request)
      return ({ db, params }) => removeFactor(db, app, user, params.id)
    },
  },
  renewRecoveryCodes: {
    async prepare(app, request) {
      const user = await confirmPassword(app, request)
      return ({ db }) => renewRecoveryCodes(db, app, user)
    },
  },
})
