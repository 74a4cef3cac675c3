/** The code of a sign-up is valid for ten minutes, and a new one can be requested. */
const lifetimeMs = 20 * 60_000

let remembered: { password: string; timer: ReturnType<typeof setTimeout> } | undefined

/** Keeps the password of a sign-up in the memory of this page for the activation, so that it is typed once. */
export function rememberSignUpPassword(password: string): void {
  forgetSignUpPassword()
  remembered = { password, timer: setTimeout(forgetSignUpPassword, lifetimeMs) }
}

/** Returns the password of the sign-up in this page, or an empty string. */
export const getSignUpPassword = (): string => remembered?.password ?? ''

export function forgetSignUpPassword(): void {
  clearTimeout(remembered?.timer)
  remembered = undefined
}
